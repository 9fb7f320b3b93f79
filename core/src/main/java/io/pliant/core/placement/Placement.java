package io.pliant.core.placement;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the slices of one job. It finds a placement whenever there is one.
 *
 * <p><b>How many nodes.</b> The fewest within the bounds of the request that hold all tasks, with
 * at least one task on each.
 *
 * <p><b>Which nodes.</b> When the least number of nodes that the job asks for is enough, the
 * tightest ones on which the tasks can be spread evenly: nodes in use before idle ones, fewer free
 * cpus before more, so that whole nodes stay free; otherwise, or when there are not enough such
 * nodes, the roomiest, and for what remains the tightest node that takes it. Ties go by node name.
 *
 * <p><b>Which tasks where.</b> Slices are in order of node name. Tasks are spread as evenly as the
 * room permits, earlier nodes getting one more, as Slurm's block distribution over a given number
 * of nodes; a job that needs more than its least number of nodes, or packs, fills them instead. A
 * list of nodes by task says where each one is.
 *
 * <p><b>Size of a slice.</b> The cpus of its tasks and, per node, the memory and all other kinds
 * that it asks for; all that the node has for an exclusive job, which only gets idle nodes. A job
 * with a rule on cores holds whole ones.
 */
public final class Placement {
  private static final int CPUS_SHIFT = 20;
  private static final int IDLE_SHIFT = 44;
  private static final int ROOM_SHIFT = 45;

  /** Above all bits of {@link #looseness}. */
  static final int RANK_SHIFT = 45;

  /** The bits of {@link #looseness} that are the node. */
  static final long NODE_MASK = (1L << CPUS_SHIFT) - 1;

  private static final int MOST_CPUS = (1 << (IDLE_SHIFT - CPUS_SHIFT)) - 1;

  private final ResourceRequest request;
  private final FreeResources free;
  private final int[] room;

  private Placement(ResourceRequest request, FreeResources free) {
    this.request = request;
    this.free = free;
    this.room = free.room(TaskShape.of(request));
  }

  /**
   * Slices for a start on these free resources, which it leaves as they are; null when none fit.
   */
  public static @Nullable Allocation place(ResourceRequest request, FreeResources free) {
    if (request.isPack()) {
      return free.placePack(request);
    }
    if (!free.holds(request)) {
      return null;
    }
    if (free.choosy(request)) {
      int[] chosen = JointChoice.nodes(request, free);
      return chosen == null ? null : new Placement(request, free).onThese(chosen);
    }
    int nodes = free.fit(TaskShape.of(request)).fewestNodes(request);
    return new Placement(request, free).on(nodes);
  }

  /** Slices of these nodes, over which the tasks are spread evenly. */
  static Allocation evenly(ResourceRequest request, FreeResources free, int[] chosen) {
    Placement placement = new Placement(request, free);
    return placement.slices(chosen, placement.evenly(chosen));
  }

  private Allocation onThese(int[] chosen) {
    return slices(chosen, chosen.length > request.minNodes() ? filling(chosen) : laidOut(chosen));
  }

  /** Tasks by node where the number of nodes is the least that was asked for. */
  private int[] laidOut(int[] chosen) {
    Distribution distribution = request.distribution();
    if (distribution == null || distribution.places() == null) {
      return distribution != null && distribution.packs() ? filling(chosen) : evenly(chosen);
    }
    Map<NodeName, Integer> counts = distribution.counts();
    int[] tasks = new int[chosen.length];
    Arrays.setAll(tasks, i -> counts.getOrDefault(free.node(chosen[i]).name(), 0));
    return tasks;
  }

  /** As many tasks as there is room for on earlier nodes, at least one on each. */
  private int[] filling(int[] chosen) {
    int[] tasks = new int[chosen.length];
    int left = request.tasks();
    for (int i = 0; i < chosen.length; i++) {
      tasks[i] = Math.min(room[chosen[i]], left - (chosen.length - 1 - i));
      left -= tasks[i];
    }
    return tasks;
  }

  private Allocation on(int count) {
    return count > request.minNodes() ? packed(count) : spread(count);
  }

  private Allocation spread(int count) {
    int each = Math.ceilDiv(request.tasks(), count);
    int[] chosen = tightest(each, count);
    if (chosen.length < count) {
      chosen = roomiest(count);
    }
    Arrays.sort(chosen);
    return slices(chosen, laidOut(chosen));
  }

  private Allocation packed(int count) {
    int[] full = roomiest(count - 1);
    int rest = request.tasks();
    for (int node : full) {
      rest -= room[node];
    }
    int[] chosen = Arrays.copyOf(full, count);
    chosen[count - 1] = tightestBut(full, rest);
    int last = chosen[count - 1];
    Arrays.sort(chosen);
    int[] tasks = new int[count];
    for (int i = 0; i < count; i++) {
      tasks[i] = chosen[i] == last ? rest : room[chosen[i]];
    }
    return slices(chosen, tasks);
  }

  /** Up to {@code count} nodes with room for that many tasks, the tightest ones. */
  private int[] tightest(int tasks, int count) {
    if (count == 1) {
      int one = tightestBut(new int[0], tasks);
      return one < 0 ? new int[0] : new int[] {one};
    }
    long[] ranked = new long[room.length];
    int found = 0;
    for (int i = 0; i < room.length; i++) {
      if (room[i] >= tasks) {
        ranked[found++] = looseness(i);
      }
    }
    return firstNodes(ranked, found, count);
  }

  /** The {@code count} nodes with room for most tasks; the tighter ones among equals. */
  private int[] roomiest(int count) {
    long[] ranked = new long[room.length];
    for (int i = 0; i < room.length; i++) {
      ranked[i] = (long) (TaskShape.MOST_TASKS_ON_A_NODE - room[i]) << ROOM_SHIFT | looseness(i);
    }
    return firstNodes(ranked, room.length, count);
  }

  private int tightestBut(int[] others, int tasks) {
    boolean[] excluded = new boolean[room.length];
    for (int other : others) {
      excluded[other] = true;
    }
    int best = -1;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < room.length; i++) {
      if (room[i] >= tasks && !excluded[i] && looseness(i) < least) {
        least = looseness(i);
        best = i;
      }
    }
    return best;
  }

  /** Sort key: nodes in use first, then fewer free cpus, then the earlier name. */
  private long looseness(int node) {
    return looseness(free, node);
  }

  /** The same for a choice of nodes elsewhere; its last 20 bits are the node. */
  static long looseness(FreeResources free, int node) {
    long idle = free.idle(node) ? 1L << IDLE_SHIFT : 0;
    long cpus = Math.clamp(free.cpus(node), 0, MOST_CPUS);
    return idle | cpus << CPUS_SHIFT | node;
  }

  private static int[] firstNodes(long[] ranked, int found, int count) {
    Arrays.sort(ranked, 0, found);
    int[] nodes = new int[Math.min(found, count)];
    Arrays.setAll(nodes, i -> (int) (ranked[i] & NODE_MASK));
    return nodes;
  }

  private int[] evenly(int[] chosen) {
    int[] tasks = new int[chosen.length];
    int left = request.tasks();
    while (left > 0) {
      int open = 0;
      for (int i = 0; i < chosen.length; i++) {
        open += tasks[i] < room[chosen[i]] ? 1 : 0;
      }
      int each = Math.max(1, left / open);
      for (int i = 0; i < chosen.length && left > 0; i++) {
        int more = Math.min(Math.min(each, room[chosen[i]] - tasks[i]), left);
        tasks[i] += more;
        left -= more;
      }
    }
    return tasks;
  }

  private Allocation slices(int[] chosen, int[] tasks) {
    List<Slice> slices = new ArrayList<>(chosen.length);
    for (int i = 0; i < chosen.length; i++) {
      NodeView node = free.node(chosen[i]);
      Resources part =
          request.exclusive() ? node.capacity().resources() : part(chosen[i], tasks[i]);
      WholeCores whole = request.coresOf(node.capacity());
      slices.add(Slice.of(node.name(), part, tasks[i]).of(whole));
    }
    return new Allocation(slices);
  }

  private Resources part(int node, int tasks) {
    Resources wanted = request.onNodeWith(tasks, request.coresOf(free.node(node).capacity()));
    return wanted.kinds().isNone()
        ? wanted
        : wanted.with(Devices.settle(wanted.kinds(), free.kinds(node)));
  }
}

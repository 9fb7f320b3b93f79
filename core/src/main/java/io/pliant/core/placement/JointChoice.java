package io.pliant.core.placement;

import io.pliant.core.placement.Together.Way;
import io.pliant.core.resource.ResourceRequest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the nodes of a job that asks something of them together, or of a partition whose nodes
 * have weights. It finds nodes whenever there are some.
 *
 * <p><b>Order.</b> Ways with preferred features come before those without. Of each, nodes of low
 * weight alone are tried first, then those of the next weight with them, as Slurm does.
 *
 * <p><b>Which nodes.</b> Those that are named; then, of the others, the best ones that bring the
 * counts nearer; then the best ones. Sets that meet counts are those that contain a basis of a
 * matroid, so taking the best first is exact. The best are the roomiest; when the least number of
 * nodes is enough, the tightest on which tasks can be spread evenly, as in {@link Placement}.
 */
final class JointChoice {
  private static final int ROOM_SHIFT = 45;
  private static final long NODE_MASK = (1L << 20) - 1;

  private final ResourceRequest request;
  private final FreeResources free;
  private final Together together;
  private final int[] allRoom;

  private JointChoice(ResourceRequest request, FreeResources free) {
    this.request = request;
    this.free = free;
    this.together = free.together(request.choice());
    this.allRoom = free.room(TaskShape.of(request));
  }

  /** How many nodes it takes at least by any way, whatever is preferred; 0 when there are none. */
  static int fewest(ResourceRequest request, FreeResources free) {
    JointChoice choice = new JointChoice(request, free);
    int fewest = 0;
    for (Way way : choice.together.ways()) {
      int[] nodes = choice.of(way, free.heaviest());
      fewest = nodes == null || fewest > 0 && fewest <= nodes.length ? fewest : nodes.length;
    }
    return fewest;
  }

  /** Positions of the nodes to take, in order, or null when there are none. */
  static int @Nullable [] nodes(ResourceRequest request, FreeResources free) {
    JointChoice choice = new JointChoice(request, free);
    int[] preferred = choice.first(choice.together.preferred());
    return preferred == null ? choice.first(choice.together.ways()) : preferred;
  }

  private int @Nullable [] first(List<Way> ways) {
    for (int rank = 0; rank <= free.heaviest(); rank++) {
      for (Way way : ways) {
        int[] nodes = of(way, rank);
        if (nodes != null) {
          return nodes;
        }
      }
    }
    return null;
  }

  private int @Nullable [] of(Way way, int heaviest) {
    int[] room = new int[allRoom.length];
    BitSet allowed = way.allowed();
    for (int i = allowed.nextSetBit(0); i >= 0; i = allowed.nextSetBit(i + 1)) {
      room[i] = free.rank(i) <= heaviest ? allRoom[i] : 0;
    }
    for (int node : together.with()) {
      if (node < 0 || room[node] == 0) {
        return null;
      }
    }
    return together.contiguous() ? sideBySide(way, room) : anywhere(way, room);
  }

  private int @Nullable [] anywhere(Way way, int[] room) {
    Selection roomiest = new Selection(way, room, request);
    int[] nodes = roomiest.of(together.with(), roomiest(room), request.tasks());
    if (nodes == null || nodes.length > request.minNodes()) {
      return nodes;
    }
    int each = Math.ceilDiv(request.tasks(), nodes.length);
    if (!together.with().stream().allMatch(node -> room[node] >= each)) {
      return nodes;
    }
    int[] tight = new Selection(way, room, request).of(together.with(), tightest(room, each), 0);
    return tight == null || tight.length != nodes.length ? nodes : tight;
  }

  private int[] roomiest(int[] room) {
    long[] keys = new long[room.length];
    int found = 0;
    for (int i = 0; i < room.length; i++) {
      if (room[i] > 0) {
        long most = TaskShape.MOST_TASKS_ON_A_NODE - room[i];
        keys[found++] = most << ROOM_SHIFT | Placement.looseness(free, i);
      }
    }
    return sorted(keys, found);
  }

  private int[] tightest(int[] room, int least) {
    long[] keys = new long[room.length];
    int found = 0;
    for (int i = 0; i < room.length; i++) {
      if (room[i] >= least) {
        keys[found++] = (long) free.rank(i) << ROOM_SHIFT | Placement.looseness(free, i);
      }
    }
    return sorted(keys, found);
  }

  private static int[] sorted(long[] keys, int found) {
    Arrays.sort(keys, 0, found);
    int[] nodes = new int[found];
    Arrays.setAll(nodes, i -> (int) (keys[i] & NODE_MASK));
    return nodes;
  }

  /** The shortest row of nodes, and of these the first. */
  private int @Nullable [] sideBySide(Way way, int[] room) {
    int most = Math.min(Math.min(request.maxNodes(), request.tasks()), room.length);
    for (int count = Math.max(request.minNodes(), together.with().size()); count <= most; count++) {
      long tasks = 0;
      int usable = 0;
      for (int i = 0; i < room.length; i++) {
        int leaving = i >= count ? room[i - count] : 0;
        tasks += room[i] - leaving;
        usable += (room[i] > 0 ? 1 : 0) - (leaving > 0 ? 1 : 0);
        if (usable == count && tasks >= request.tasks() && row(way, i - count + 1, count)) {
          int first = i - count + 1;
          int[] nodes = new int[count];
          Arrays.setAll(nodes, each -> first + each);
          return nodes;
        }
      }
    }
    return null;
  }

  private boolean row(Way way, int first, int count) {
    Quotas quotas = new Quotas(way.counts());
    for (int i = first; i < first + count; i++) {
      quotas.takes(way.marks(i));
    }
    return quotas.met()
        && together.with().stream().allMatch(node -> node >= first && node < first + count);
  }

  /** Takes nodes of one way in some order until they are enough. */
  private static final class Selection {
    private final Way way;
    private final int[] room;
    private final int least;
    private final int most;
    private final Quotas quotas;
    private final BitSet chosen;
    private long tasks;

    Selection(Way way, int[] room, ResourceRequest request) {
      this.way = way;
      this.room = room;
      this.least = request.minNodes();
      this.most = Math.min(request.maxNodes(), request.tasks());
      this.quotas = new Quotas(way.counts());
      this.chosen = new BitSet(room.length);
    }

    /** The nodes in order, with room for that many tasks; null when there are none. */
    int @Nullable [] of(List<Integer> with, int[] order, int wanted) {
      for (int node : with) {
        quotas.takes(way.marks(node));
        take(node);
      }
      for (int i = 0; i < order.length && !quotas.met(); i++) {
        if (!chosen.get(order[i]) && quotas.takes(way.marks(order[i]))) {
          take(order[i]);
        }
      }
      int count = chosen.cardinality();
      for (int i = 0; i < order.length && (count < least || tasks < wanted); i++) {
        if (!chosen.get(order[i])) {
          take(order[i]);
          count++;
        }
      }
      boolean enough = quotas.met() && count >= least && count <= most && tasks >= wanted;
      return enough ? chosen.stream().toArray() : null;
    }

    private void take(int node) {
      chosen.set(node);
      tasks += room[node];
    }
  }
}

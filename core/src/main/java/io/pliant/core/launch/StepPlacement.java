package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Finds room for the tasks of one step among the slices of an allocation. */
final class StepPlacement {

  private final List<Slice> slices;
  private final int cpusPerTask;
  private final @Nullable StepShare share;
  private final @Nullable Distribution distribution;
  private final boolean overcommit;
  private final CoreRule cores;
  private final Map<NodeName, Integer> busyTasks = new TreeMap<>();

  /** Room for the tasks of a job's own command, of which no step runs yet. */
  StepPlacement(Allocation allocation, ResourceRequest request) {
    this.slices = allocation.slices();
    this.cpusPerTask = request.cpusPerTask();
    this.share = null;
    this.distribution = request.distribution();
    this.overcommit = request.overcommits();
    this.cores = CoreRule.orNone(request.cores());
  }

  /**
   * Room for a step.
   *
   * @param layout how its tasks are laid out
   */
  StepPlacement(
      Allocation allocation, StepRequest request, Layout layout, Collection<StepPlan> running) {
    this.slices = allocation.slices();
    this.cpusPerTask = request.cpusPerTask();
    this.share = request.share();
    this.distribution = layout.distribution();
    this.overcommit = layout.overcommit();
    this.cores = CoreRule.orNone(layout.cores());
    for (StepPlan plan : running) {
      for (int i = 0; i < plan.nodes().size(); i++) {
        busyTasks.merge(plan.nodes().get(i), plan.tasksPerNode().get(i), Integer::sum);
      }
    }
  }

  /** The job's own layout, or its tasks dealt out anew when that layout does not fit. */
  @Nullable TaskLayout asTheJob() {
    TaskLayout wanted = TaskLayout.ofJob(slices);
    if (distribution != null && distribution.packs()) {
      return packed(wanted.tasks());
    }
    boolean anew = distribution != null && distribution.plane() > 1;
    return !anew && fits(wanted) ? wanted : dealt(slices, wanted.tasks(), true);
  }

  /** So many tasks on as few nodes as hold them, which are filled one after the other. */
  @Nullable TaskLayout packed(int tasks) {
    return dealt(slices, tasks, false);
  }

  /**
   * Each task on the node that a list names for it. As under Slurm it may be one that has too few
   * cpus, which its tasks share then, as long as there are enough in all.
   */
  @Nullable TaskLayout placed() {
    Map<NodeName, Integer> wanted = Objects.requireNonNull(distribution).counts();
    int[] counts = new int[slices.size()];
    boolean each = share != null && !overcommit;
    long room = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = wanted.getOrDefault(slices.get(i).node(), 0);
      room += room(slices.get(i));
      if (counts[i] > (each ? room(slices.get(i)) : most(slices.get(i)))) {
        return null;
      }
    }
    int tasks = wanted.values().stream().mapToInt(Integer::intValue).sum();
    boolean all = Arrays.stream(counts).sum() == tasks;
    return all && (overcommit || tasks <= room) ? laidOut(slices, counts) : null;
  }

  /**
   * The job's tasks on {@code count} nodes; for a job of one task on each node, one on each of
   * these.
   */
  @Nullable TaskLayout asTheJobOn(int count) {
    int tasks = TaskLayout.ofJob(slices).tasks();
    return spread(count, tasks == slices.size() ? count : tasks);
  }

  /** So many tasks on so many nodes: the least busy ones, else those with the most room. */
  @Nullable TaskLayout spread(int count, int tasks) {
    TaskLayout onIdle = dealt(first(count, leastBusyFirst()), tasks, true);
    return onIdle != null ? onIdle : dealt(first(count, roomiestFirst()), tasks, true);
  }

  /** What was asked and what there is, for a step that has no layout. */
  String whyNot(StepRequest request) {
    List<NodeName> places = distribution == null ? null : distribution.places();
    int count = places == null ? request.tasks() : places.size();
    String tasks = count == 0 ? "the job's tasks" : count + " tasks";
    String nodes = request.nodes() == 0 ? "" : " on " + request.nodes() + " nodes";
    long room = slices.stream().mapToLong(this::room).sum();
    int cpus = slices.stream().mapToInt(Slice::usableCpus).sum();
    String shared =
        overcommit
            ? " At most %d tasks share the cpus of a node.".formatted(Layout.MOST_SHARING)
            : "";
    return ("Expected room for %s of %d cpus%s each%s, but the job has %d cpus on %d nodes, room for "
            + "%d such tasks in all.%s Ask for fewer tasks or cpus, or for a larger job.")
        .formatted(tasks, cpusPerTask, devices(), nodes, cpus, slices.size(), room, shared);
  }

  private String devices() {
    if (share == null || !share.hasKinds()) {
      return "";
    }
    Kinds wanted = share.onNodeWith(1, 1).kinds();
    return " and " + Devices.withoutFamilies(wanted).text();
  }

  /** Tasks for which there are cpus and devices. */
  private int room(Slice slice) {
    return Math.min(cpusFor(slice), devicesFor(slice));
  }

  /** Tasks for which it has cpus: of whole cores where it holds such. */
  private int cpusFor(Slice slice) {
    WholeCores whole = slice.cores();
    return whole == null
        ? slice.cpus() / cpusPerTask
        : cores.tasks(cores.of(whole.threads()), slice.cpus(), cpusPerTask);
  }

  /** Tasks that may be there at all: with overcommit more than there are cpus for. */
  private int most(Slice slice) {
    boolean shared = distribution != null && distribution.places() != null;
    return overcommit || shared
        ? Math.min(devicesFor(slice), Layout.sharing(cpusFor(slice)))
        : room(slice);
  }

  private int devicesFor(Slice slice) {
    return share == null ? Integer.MAX_VALUE : share.tasksOn(slice.resources().kinds());
  }

  private boolean fits(TaskLayout layout) {
    Map<NodeName, Integer> wanted = new TreeMap<>();
    for (int i = 0; i < layout.nodes().size(); i++) {
      wanted.put(layout.nodes().get(i), layout.counts().get(i));
    }
    return slices.stream().allMatch(s -> wanted.getOrDefault(s.node(), 0) <= most(s));
  }

  private List<Slice> leastBusyFirst() {
    return slices.stream().sorted(Comparator.comparingDouble(this::busyShare)).toList();
  }

  private double busyShare(Slice slice) {
    return busyTasks.getOrDefault(slice.node(), 0) / (double) Math.max(1, slice.cpus());
  }

  private List<Slice> roomiestFirst() {
    return slices.stream().sorted(Comparator.comparingInt(this::room).reversed()).toList();
  }

  /** The first {@code count} of a preference, in rank order. */
  private List<Slice> first(int count, List<Slice> preferred) {
    Set<NodeName> chosen = new TreeSet<>();
    preferred.subList(0, count).forEach(slice -> chosen.add(slice.node()));
    return slices.stream().filter(slice -> chosen.contains(slice.node())).toList();
  }

  /**
   * Deals tasks out to the nodes that still have room, in rows as the distribution says, one by one
   * by default; null when it does not suffice.
   *
   * @param onEach every node with room gets one first, where there are as many tasks
   */
  private @Nullable TaskLayout dealt(List<Slice> chosen, int tasks, boolean onEach) {
    int[] counts = new int[chosen.size()];
    int left = onEach ? deal(chosen, counts, tasks, new Deal(1, 1, false, this::room)) : tasks;
    left = deal(chosen, counts, left, new Deal(row(), Integer.MAX_VALUE, false, this::room));
    left = deal(chosen, counts, left, new Deal(1, Integer.MAX_VALUE, true, this::most));
    return left > 0 ? null : laidOut(chosen, counts);
  }

  /** Tasks that a node gets before the next one does. */
  private int row() {
    if (distribution == null) {
      return 1;
    }
    return distribution.packs() ? Integer.MAX_VALUE : Math.max(1, distribution.plane());
  }

  /**
   * How to deal.
   *
   * @param row tasks to a node by round
   * @param rounds largest number of rounds
   * @param onTop what nodes have is not counted in
   * @param limit tasks that a node may have
   */
  private record Deal(int row, int rounds, boolean onTop, ToIntFunction<Slice> limit) {}

  /** How many tasks are left over. */
  private static int deal(List<Slice> chosen, int[] counts, int tasks, Deal deal) {
    int[] before = deal.onTop() ? counts.clone() : new int[counts.length];
    int left = tasks;
    boolean more = true;
    for (int round = 1; more && left > 0 && round <= deal.rounds(); round++) {
      more = false;
      for (int i = 0; i < counts.length && left > 0; i++) {
        int limit = deal.limit().applyAsInt(chosen.get(i));
        int upTo = (int) Math.min(limit, before[i] + (long) round * deal.row());
        int given = Math.min(left, Math.max(0, upTo - counts[i]));
        counts[i] += given;
        left -= given;
        more |= counts[i] < limit;
      }
    }
    return left;
  }

  private static TaskLayout laidOut(List<Slice> chosen, int[] counts) {
    List<NodeName> nodes = new ArrayList<>();
    List<Integer> tasks = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        nodes.add(chosen.get(i).node());
        tasks.add(counts[i]);
      }
    }
    return new TaskLayout(nodes, tasks);
  }
}

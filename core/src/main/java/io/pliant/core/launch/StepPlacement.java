package io.pliant.core.launch;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Slice;
import io.pliant.core.step.StepPlan;
import io.pliant.core.step.StepRequest;
import io.pliant.core.step.StepShare;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds room for the tasks of one step among the slices of an allocation. */
final class StepPlacement {

  private final List<Slice> slices;
  private final int cpusPerTask;
  private final @Nullable StepShare share;
  private final Map<NodeName, Integer> busyTasks = new TreeMap<>();

  StepPlacement(Allocation allocation, StepRequest request, Collection<StepPlan> running) {
    this.slices = allocation.slices();
    this.cpusPerTask = request.cpusPerTask();
    this.share = request.share();
    for (StepPlan plan : running) {
      for (int i = 0; i < plan.nodes().size(); i++) {
        busyTasks.merge(plan.nodes().get(i), plan.tasksPerNode().get(i), Integer::sum);
      }
    }
  }

  /** The job's own layout, or its tasks spread over all nodes when that layout does not fit. */
  @Nullable TaskLayout asTheJob() {
    TaskLayout wanted = TaskLayout.ofJob(slices);
    return fits(wanted) ? wanted : evenly(slices, wanted.tasks());
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
    TaskLayout onIdle = evenly(first(count, leastBusyFirst()), tasks);
    return onIdle != null ? onIdle : evenly(first(count, roomiestFirst()), tasks);
  }

  /** What was asked and what there is, for a step that has no layout. */
  String whyNot(StepRequest request) {
    String tasks = request.tasks() == 0 ? "the job's tasks" : request.tasks() + " tasks";
    String nodes = request.nodes() == 0 ? "" : " on " + request.nodes() + " nodes";
    int room = slices.stream().mapToInt(this::room).sum();
    int cpus = slices.stream().mapToInt(Slice::cpus).sum();
    return ("Expected room for %s of %d cpus%s each%s, but the job has %d cpus on %d nodes, room for "
            + "%d such tasks in all. Ask for fewer tasks or cpus, or for a larger job.")
        .formatted(tasks, cpusPerTask, devices(), nodes, cpus, slices.size(), room);
  }

  private String devices() {
    if (share == null || !share.hasKinds()) {
      return "";
    }
    Kinds wanted = share.onNodeWith(1, 1).kinds();
    return " and " + Devices.withoutFamilies(wanted).text();
  }

  private int room(Slice slice) {
    int tasks = slice.cpus() / cpusPerTask;
    return share == null ? tasks : Math.min(tasks, share.tasksOn(slice.resources().kinds()));
  }

  private boolean fits(TaskLayout layout) {
    Map<NodeName, Integer> wanted = new TreeMap<>();
    for (int i = 0; i < layout.nodes().size(); i++) {
      wanted.put(layout.nodes().get(i), layout.counts().get(i));
    }
    return slices.stream().allMatch(s -> wanted.getOrDefault(s.node(), 0) <= room(s));
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
   * Deals tasks out one by one to the nodes that still have room; null when it does not suffice.
   */
  private @Nullable TaskLayout evenly(List<Slice> chosen, int tasks) {
    if (chosen.stream().mapToLong(this::room).sum() < tasks) {
      return null;
    }
    int[] counts = new int[chosen.size()];
    int left = tasks;
    while (left > 0) {
      for (int i = 0; i < counts.length && left > 0; i++) {
        if (counts[i] < room(chosen.get(i))) {
          counts[i]++;
          left--;
        }
      }
    }
    return laidOut(chosen, counts);
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

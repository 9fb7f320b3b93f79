package io.pliant.core.testing;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Builds the view of a test partition named {@code main}: {@code aCluster().nodes(8).cpus(4)
 * .running(job(4).limit(100)).waiting(job(6)).view()}. Nodes are n1, n2 ... with as many digits as
 * their number needs; it is second 0 unless told otherwise. Give the nodes before the jobs.
 */
public final class ClusterBuilder {
  private final SortedMap<NodeName, NodeCapacity> nodes = new TreeMap<>();
  private final Set<NodeName> unavailable = new HashSet<>();
  private final List<RunningJob> running = new ArrayList<>();
  private final List<WaitingJob> waiting = new ArrayList<>();
  private long now;
  private long nextId = 1;

  private ClusterBuilder() {}

  public static ClusterBuilder aCluster() {
    return new ClusterBuilder();
  }

  /** That many nodes of 4 cpus and 1000 MB. */
  public ClusterBuilder nodes(int count) {
    int digits = Integer.toString(count).length();
    for (int i = 1; i <= count; i++) {
      node("n" + ("%0" + digits + "d").formatted(i), 4, 1000);
    }
    return this;
  }

  public ClusterBuilder node(String name, int cpus, int memoryMb) {
    nodes.put(new NodeName(name), new NodeCapacity(cpus, memoryMb));
    return this;
  }

  /** Cpus of all nodes so far. */
  public ClusterBuilder cpus(int cpus) {
    nodes.replaceAll((_, capacity) -> new NodeCapacity(cpus, capacity.memoryMb()));
    return this;
  }

  /** Megabytes of all nodes so far. */
  public ClusterBuilder memoryMb(int megabytes) {
    nodes.replaceAll((_, capacity) -> new NodeCapacity(capacity.cpus(), megabytes));
    return this;
  }

  /** Nodes that are down or drained. */
  public ClusterBuilder unavailable(String... names) {
    for (String name : names) {
      unavailable.add(new NodeName(name));
    }
    return this;
  }

  /** The second at which the round is held. */
  public ClusterBuilder now(long second) {
    now = second;
    return this;
  }

  /** A job that runs; fails when it does not fit beside those given before it. */
  public ClusterBuilder running(JobBuilder job) {
    if (!runningIfItFits(job)) {
      throw new IllegalArgumentException(
          "Expected running job %d to fit, but it does not.".formatted(nextId));
    }
    return this;
  }

  /** A job that runs if it fits beside those given before it; true when it does. */
  public boolean runningIfItFits(JobBuilder job) {
    List<NodeView> open = nodeViews().stream().map(n -> onlyIfNamed(n, job.nodeNames())).toList();
    Allocation allocation = Placement.place(job.request(), FreeResources.of(open));
    if (allocation == null) {
      return false;
    }
    running.add(new RunningJob(number(job), allocation, job.startedAt(), job.expectedEnd()));
    return true;
  }

  /** A job at the end of the queue. */
  public ClusterBuilder waiting(JobBuilder job) {
    waiting.add(job.waiting(number(job)));
    return this;
  }

  public ClusterView view() {
    List<NodeView> views =
        nodeViews().stream().map(n -> withAvailable(n, !unavailable.contains(n.name()))).toList();
    return new ClusterView(
        new PartitionName("main"),
        1,
        Instant.ofEpochSecond(now),
        views,
        running.stream().sorted(Comparator.comparing(RunningJob::job)).toList(),
        waiting);
  }

  private JobId number(JobBuilder job) {
    JobId number = job.idOr(nextId);
    nextId = Math.max(nextId, number.value()) + 1;
    return number;
  }

  private List<NodeView> nodeViews() {
    List<NodeView> views = new ArrayList<>();
    nodes.forEach((name, capacity) -> views.add(NodeViews.of(name, capacity, running)));
    return views;
  }

  private static NodeView onlyIfNamed(NodeView node, List<String> names) {
    return withAvailable(node, names.isEmpty() || names.contains(node.name().value()));
  }

  private static NodeView withAvailable(NodeView node, boolean available) {
    return new NodeView(
        node.name(), node.capacity(), node.freeCpus(), node.freeMemoryMb(), node.jobs(), available);
  }
}

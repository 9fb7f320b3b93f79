package io.pliant.bench;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.Resources;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One scheduling round, policy and check, over a long queue. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class PolicyRoundBenchmark {
  private static final int CPUS = 32;
  private static final int MEMORY = 64_000;
  private static final List<String> UNITS = List.of("0", "1", "2", "3", "4", "5", "6", "7");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Param({"fcfs", "easy"})
  String policy = "";

  @Param({"10000"})
  int waiting;

  @Param({"500"})
  int nodes;

  /** Percent of the nodes that a running job holds. */
  @Param({"50", "100"})
  int busy;

  /** Nodes have eight GPUs of two types and features; most jobs ask for some of either. */
  @Param({"false"})
  boolean devices;

  /** Nodes of a reservation that begins in half an hour; 0 for none. */
  @Param({"0"})
  int reserved;

  /** Job packs, spread over the queue. */
  @Param({"0"})
  int packs;

  /**
   * Components of each pack; 0 for two to four of many nodes, which counts of nodes judge. Many
   * small ones, all different, are the dearest that users can ask for.
   */
  @Param({"0"})
  int components;

  /**
   * Elements of an array that a round sees at its end: a partition shows it at most 1000 of those
   * that wait, however many there are.
   */
  @Param({"0"})
  int elements;

  /** The round after one that made promises, as far as the policy keeps them. */
  @Param({"false"})
  boolean promised;

  private SchedulingPolicy chosen = Policies.named("fcfs");
  private ClusterView view =
      new ClusterView(new PartitionName("main"), 1, NOW, List.of(), List.of(), List.of());

  @Setup
  public void build() {
    chosen = Policies.named(policy);
    Random random = new Random(42);
    List<NodeView> nodeViews = new ArrayList<>();
    List<RunningJob> running = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      NodeName name = new NodeName("n%05d".formatted(i));
      boolean held = i * 100L <= (long) nodes * busy;
      NodeCapacity capacity = capacity(i);
      Kinds none = held ? Kinds.NONE : Kinds.orNone(capacity.kinds());
      nodeViews.add(
          NodeView.of(
              name,
              capacity,
              Resources.of(held ? 0 : CPUS, MEMORY, none),
              held ? 1 : 0,
              true));
      if (held) {
        running.add(
            new RunningJob(
                new JobId(i),
                new Allocation(List.of(new Slice(name, CPUS, 0, CPUS, capacity.kinds()))),
                NOW.minusSeconds(60),
                NOW.plusSeconds(60 + random.nextInt(7200))));
      }
    }
    view =
        new ClusterView(
            new PartitionName("main"), 1, NOW, nodeViews, running, withShapes(random));
    view = reserved > 0 ? withReservation(view) : view;
    view = promised ? afterRound(view) : view;
  }

  /** The same view with the promises of a round that started nothing. */
  private ClusterView afterRound(ClusterView before) {
    Map<JobId, Instant> promises = new HashMap<>();
    chosen
        .plan(before, Trigger.PERIODIC)
        .promises()
        .forEach(promise -> promises.put(promise.job(), promise.at()));
    List<WaitingJob> queue =
        before.waiting().stream().map(job -> job.promised(promises.get(job.job()))).toList();
    return new ClusterView(
        before.partition(), 1, NOW, before.nodes(), before.running(), queue);
  }

  /** The last nodes are set aside. */
  private ClusterView withReservation(ClusterView before) {
    List<NodeName> last =
        before.nodes().subList(nodes - reserved, nodes).stream().map(NodeView::name).toList();
    Reservation window =
        new Reservation(
            "window", NOW.plusSeconds(1800), NOW.plusSeconds(7200), last, List.of(), true, true);
    return before.withReservations(List.of(window));
  }

  private NodeCapacity capacity(int node) {
    if (!devices) {
      return new NodeCapacity(CPUS, MEMORY);
    }
    Kinds gpus = Kinds.of(node % 2 == 0 ? "gpu:a100" : "gpu:h100", Amount.of(UNITS));
    Features features = new Features(List.of(node % 3 == 0 ? "ib" : "eth", "rack" + node % 10));
    return new NodeCapacity(CPUS, MEMORY, Devices.withFamilies(gpus), features);
  }

  /** The plain jobs, a pack after each so many, and elements of an array behind them all. */
  private List<WaitingJob> withShapes(Random random) {
    List<WaitingJob> queue = new ArrayList<>();
    int plain = 0;
    for (WaitingJob job : queue(random, waiting)) {
      queue.add(job);
      plain++;
      if (packs > 0 && plain % (waiting / packs) == 0) {
        queue.add(waiting(2_000_000L + plain, pack(random), job.timeLimit(), job.submittedAt()));
      }
    }
    for (int i = 0; i < elements; i++) {
      ResourceRequest element = ResourceRequest.single();
      queue.add(waiting(3_000_000L + i, element, Duration.ofMinutes(30), NOW));
    }
    return queue;
  }

  private ResourceRequest pack(Random random) {
    List<ResourceRequest> others = new ArrayList<>();
    for (int i = 1; i < components; i++) {
      others.add(
          new ResourceRequest(1, 2, 3, 1 + i % (CPUS / 3), 100 + random.nextInt(1000), false));
    }
    if (components > 0) {
      return ResourceRequest.single().with(new Components(others));
    }
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int size = 1 + random.nextInt(32);
      others.add(new ResourceRequest(size, size, size, 1 + random.nextInt(CPUS), 0, false));
    }
    return new ResourceRequest(1, 1, 1, 1 + random.nextInt(CPUS), 0, false)
        .with(new Components(others));
  }

  private static WaitingJob waiting(
      long number, ResourceRequest request, Duration limit, Instant submitted) {
    return new WaitingJob(new JobId(number), 1, request, limit, false, null, submitted);
  }

  @Benchmark
  public SchedulingRound round() {
    return SchedulingRound.hold(chosen, view, Trigger.PERIODIC);
  }

  /** Three in five ask for GPUs, one in five for features. */
  private ResourceRequest asked(ResourceRequest request, int job, Random random) {
    if (!devices) {
      return request;
    }
    return switch (job % 5) {
      case 0 -> request.withKindsPerNode(Kinds.of("gpu", 1 + random.nextInt(8)));
      case 1 -> request.withKindsPerNode(
          Devices.withFamilies(Kinds.of("gpu:a100", 1 + random.nextInt(8))));
      case 2 -> request.withKindsPerTask(Kinds.of("gpu", 1));
      case 3 -> request.on(new NodeChoice(null, null, "ib&rack" + random.nextInt(10)));
      default -> request;
    };
  }

  /** Mostly small jobs, some that take a large part of the cluster. */
  private List<WaitingJob> queue(Random random, int length) {
    List<WaitingJob> queue = new ArrayList<>();
    for (int i = 1; i <= length; i++) {
      ResourceRequest request =
          i % 10 == 0
              ? ResourceRequest.wholeNodes(1 + random.nextInt(100))
              : new ResourceRequest(1, 4, 1 + random.nextInt(CPUS), 1, 0, false);
      queue.add(
          new WaitingJob(
              new JobId(1_000_000L + i),
              1,
              asked(request, i, random),
              Duration.ofMinutes(1 + random.nextInt(240)),
              false,
              null,
              NOW.minusSeconds(length - i)));
    }
    return queue;
  }
}

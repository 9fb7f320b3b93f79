package io.pliant.core.round;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.pack.PackHold;
import io.pliant.core.pack.PackStand;
import io.pliant.core.pack.PackTable;
import io.pliant.core.pack.PackWord;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.NodeViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/** Two partitions of equal nodes, second by second; what is said arrives at once. */
final class TwoPartitions {
  static final PartitionName A = new PartitionName("a");
  static final PartitionName B = new PartitionName("b");
  static final int NODES = 6;

  /** When packs were started in all their partitions. */
  final TreeMap<JobId, Instant> starts = new TreeMap<>();

  private final TreeMap<PartitionName, ClusterView> views = new TreeMap<>();
  private final TreeMap<JobId, PackTable> tables = new TreeMap<>();
  private final TreeMap<JobId, Instant> earlyEnds = new TreeMap<>();
  private final TreeMap<PartitionName, Plan> plans = new TreeMap<>();
  private Instant now = Instant.EPOCH;
  private long next = 1;

  TwoPartitions() {
    views.put(A, of(A, List.of(), List.of()));
    views.put(B, of(B, List.of(), List.of()));
  }

  Instant now() {
    return now;
  }

  void aSecondPasses() {
    now = now.plusSeconds(1);
  }

  /** All that ends by now has ended; rounds are held until nothing new is said. */
  void tick(String policy) {
    for (PartitionName name : List.of(A, B)) {
      ClusterView view = view(name);
      List<RunningJob> running =
          view.running().stream()
              .filter(job -> earlyEnds.getOrDefault(job.job(), job.expectedEnd()).isAfter(now))
              .toList();
      views.put(name, of(name, running, view.waiting()));
    }
    for (int exchange = 0; exchange < 4; exchange++) {
      round(A, Policies.named(policy));
      round(B, Policies.named(policy));
    }
  }

  private void round(PartitionName name, SchedulingPolicy policy) {
    List<PackWord> words = tables.values().stream().map(table -> table.word(now)).toList();
    ClusterView view = view(name).withPacks(words);
    PackRound round = PackRound.of(policy, view);
    Plan plan = SchedulingRound.plan(round, view, Trigger.PERIODIC);
    plans.put(name, plan);
    List<Decision.Start> started = PlanCheck.check(plan, view).starts();
    ClusterView after = AfterPlan.of(view, started);
    views.put(name, of(name, after.running(), after.waiting()));
    for (PackStand stand : round.stands()) {
      tables.computeIfPresent(stand.attempt().job(), (_, table) -> table.told(stand, now));
    }
    for (Decision.Start start : started) {
      PackTable table = tables.get(start.job());
      if (table != null) {
        PackTable held = table.held(new PackHold(name, 1, start.allocation(), 1, List.of()), now);
        tables.put(start.job(), held);
        if (held.whole()) {
          starts.put(start.job(), now);
        }
      }
    }
  }

  /** Submits a pack of whole nodes. */
  void submit(JobId job, int inA, int inB) {
    ResourceRequest request =
        ResourceRequest.wholeNodes(inA)
            .with(
                new Components(
                    List.of(ResourceRequest.wholeNodes(inB)), Spread.over(List.of(A, B))));
    WaitingJob whole = new WaitingJob(job, 1, request, Duration.ofSeconds(30), false, null, now);
    Spread spread = Objects.requireNonNull(request.spread());
    tables.put(job, PackTable.of(whole.attemptId(), spread));
    for (PartitionName name : spread.distinct()) {
      add(name, whole.asking(spread.shareOf(request, name)));
    }
  }

  /** Submits an ordinary job. */
  JobId submit(PartitionName name, int nodes, long limit) {
    WaitingJob job = ordinary(nodes, limit);
    add(name, job);
    return job.job();
  }

  private WaitingJob ordinary(int nodes, long limit) {
    return new WaitingJob(
        new JobId(next++),
        1,
        ResourceRequest.wholeNodes(nodes),
        Duration.ofSeconds(limit),
        false,
        null,
        now);
  }

  private void add(PartitionName name, WaitingJob job) {
    List<WaitingJob> waiting = new ArrayList<>(view(name).waiting());
    waiting.add(job);
    views.put(name, of(name, view(name).running(), waiting));
  }

  /** A job runs where it fits, and ends that much before its limit. */
  void run(PartitionName name, int nodes, long limit, long early) {
    ClusterView view = view(name);
    WaitingJob job = ordinary(nodes, limit);
    Allocation place = Placement.place(job.resources(), FreeResources.of(view.nodes()));
    if (place != null) {
      ClusterView waits = view.with(view.nodes(), view.running(), List.of(job));
      Decision.Start start = new Decision.Start(job.job(), place, null);
      views.put(name, AfterPlan.of(waits, List.of(start)));
      earlyEnds.put(job.job(), now.plusSeconds(Math.max(1, limit - early)));
    }
  }

  ClusterView view(PartitionName name) {
    return Objects.requireNonNull(views.get(name));
  }

  Plan plan(PartitionName name) {
    return Objects.requireNonNull(plans.get(name));
  }

  PackWord word(JobId job) {
    return Objects.requireNonNull(tables.get(job)).word(now);
  }

  private ClusterView of(PartitionName name, List<RunningJob> running, List<WaitingJob> waiting) {
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 1; i <= NODES; i++) {
      nodes.add(NodeViews.of(new NodeName(name.value() + i), new NodeCapacity(4, 1000), running));
    }
    return new ClusterView(name, 1, now, nodes, running, waiting);
  }
}

package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.elastic.ElasticDecision;
import io.pliant.core.elastic.ElasticPlan;
import io.pliant.core.elastic.ElasticView;
import io.pliant.core.elastic.ResizeCost;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.SpeedUp;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.SchedulingPolicy;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The ledger of a live partition, its life cycle and its plan check, with a policy of {@code
 * core.policy}, in simulated time. All jobs are rigid, on whole nodes. What ends at one instant
 * ends before the round of that instant, so that no job is seen past its limit.
 */
final class LiveRun {
  private static final PartitionName MAIN = new PartitionName("main");

  private final Workload workload;
  private final Supplier<SchedulingPolicy> policies;
  private final PartitionLifecycle lifecycle;
  private final List<Observed.Round> rounds = new ArrayList<>();
  private final List<Schedule.Change> changes = new ArrayList<>();
  private final PriorityQueue<long[]> ends =
      new PriorityQueue<>(
          (a, b) -> a[0] == b[0] ? Long.compare(a[1], b[1]) : Long.compare(a[0], b[0]));
  private final long[] starts;
  private final long[] finishes;
  private PartitionState ledger = PartitionState.empty(MAIN);

  private LiveRun(Workload workload, Supplier<SchedulingPolicy> policies) {
    this.workload = workload;
    this.policies = policies;
    this.starts = new long[workload.jobs().size()];
    this.finishes = new long[starts.length];
    this.lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(
                MAIN, true, "*", policies.get().name(), Duration.ofHours(1), null, true, 5));
  }

  static Observed of(Workload workload, Supplier<SchedulingPolicy> policies) {
    return new LiveRun(workload, policies).run();
  }

  private Observed run() {
    for (int node = 1; node <= workload.nodes(); node++) {
      NodeName name = new NodeName("n%02d".formatted(node));
      decide(new PartitionIntent.NodeSeen(name, new NodeCapacity(4, 1000), List.of()), 0);
    }
    int next = 0;
    while (next < starts.length || !ends.isEmpty()) {
      long submit = next < starts.length ? shape(next).submit() : Long.MAX_VALUE;
      if (ends.isEmpty() || submit < ends.peek()[0]) {
        submit(next++, submit);
        round(submit, Trigger.JOB_SUBMITTED);
      } else {
        long now = ends.peek()[0];
        while (!ends.isEmpty() && ends.peek()[0] == now) {
          end((int) ends.remove()[1], now);
        }
        round(now, Trigger.JOB_ENDED);
      }
    }
    assertThat(ledger.queue()).as("jobs left waiting").isEmpty();
    return new Observed(
        workload,
        rounds,
        new Schedule(policies.get().name(), starts, finishes, new long[starts.length], changes));
  }

  private WaitingShape shape(int job) {
    return workload.jobs().get(job).shape();
  }

  private void submit(int job, long now) {
    WaitingShape shape = shape(job);
    QueuedJob queued =
        new QueuedJob(
            id(job),
            1,
            "job",
            "user",
            ResourceRequest.wholeNodes(shape.sizes().preferred()),
            Duration.ofMillis(shape.estimate()),
            false,
            null,
            Instant.ofEpochMilli(now),
            null);
    assertThat(decide(new PartitionIntent.Enqueue(queued), now))
        .isEqualTo(new PartitionReply.Queued());
  }

  private void end(int job, long now) {
    decide(new PartitionIntent.Release(id(job), 1, JobStatus.COMPLETED), now);
    finishes[job] = now;
    changes.add(new Schedule.Change(now, job, 0));
  }

  private void round(long now, Trigger trigger) {
    ClusterView view = ledger.view(Instant.ofEpochMilli(now));
    noNodeIsGivenTwice(view);
    Plan plan = policies.get().plan(view, trigger);
    Plan again = policies.get().plan(ledger.view(Instant.ofEpochMilli(now)), trigger);
    assertThat(again).as("explanations and nodes too").isEqualTo(plan);
    rounds.add(new Observed.Round(shapes(view), decisions(plan), decisions(again)));
    assertThat(PlanCheck.check(plan, view).refusals()).as("refused by its own check").isEmpty();
    List<Decision.Start> planned = new ArrayList<>();
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.Start start) {
        planned.add(start);
      }
    }
    decide(new PartitionIntent.StartJobs(planned), now);
    for (Decision.Start start : planned) {
      int job = index(start.job());
      starts[job] = now;
      ends.add(new long[] {now + workload.jobs().get(job).run(), job});
      changes.add(new Schedule.Change(now, job, start.allocation().slices().size()));
    }
  }

  private PartitionReply decide(PartitionIntent intent, long now) {
    var outcome = lifecycle.decide(ledger, intent, Instant.ofEpochMilli(now));
    outcome.events().forEach(event -> ledger = ledger.evolve(event));
    return outcome.reply();
  }

  private static void noNodeIsGivenTwice(ClusterView view) {
    Set<NodeName> held = new HashSet<>();
    for (RunningJob job : view.running()) {
      for (Slice slice : job.allocation().slices()) {
        assertThat(held.add(slice.node())).as("%s held once", slice.node()).isTrue();
      }
    }
    Map<NodeName, NodeView> nodes = new HashMap<>();
    view.nodes().forEach(node -> nodes.put(node.name(), node));
    for (NodeView node : view.nodes()) {
      assertThat(node.idle()).as("%s idle", node.name()).isEqualTo(!held.contains(node.name()));
    }
  }

  private ElasticView shapes(ClusterView view) {
    List<RunningShape> running = new ArrayList<>();
    for (RunningJob job : view.running()) {
      int nodes = job.allocation().slices().size();
      long start = job.start().toEpochMilli();
      long end = job.expectedEnd().toEpochMilli();
      running.add(
          new RunningShape(
              rigid(index(job.job())),
              nodes,
              nodes,
              start,
              start,
              end,
              SpeedUp.UNKNOWN,
              0,
              start,
              0,
              end));
    }
    List<WaitingShape> waiting = new ArrayList<>();
    for (WaitingJob job : view.waiting()) {
      waiting.add(rigid(index(job.job())));
    }
    int idle = (int) view.nodes().stream().filter(NodeView::idle).count();
    return new ElasticView(
        view.now().toEpochMilli(), workload.nodes(), idle, running, waiting, ResizeCost.NONE);
  }

  private WaitingShape rigid(int job) {
    WaitingShape shape = shape(job);
    return new WaitingShape(
        job, SizeRange.rigid(shape.sizes().preferred()), shape.submit(), shape.estimate(), 0);
  }

  private ElasticDecision reserve(int job, long at, String why) {
    WaitingShape shape = rigid(job);
    return new ElasticDecision.Reserve(
        job, at, shape.sizes().preferred(), at + shape.estimate(), why);
  }

  private ElasticPlan decisions(Plan plan) {
    List<ElasticDecision> decisions = new ArrayList<>();
    for (Decision decision : plan.decisions()) {
      switch (decision) {
        case Decision.Start start ->
            decisions.add(
                new ElasticDecision.Start(
                    index(start.job()), start.allocation().slices().size(), 0, plan.policy()));
        case Decision.Reserve reserve ->
            decisions.add(
                reserve(index(reserve.job()), reserve.at().toEpochMilli(), plan.policy()));
        case Decision.Resize resize ->
            decisions.add(
                new ElasticDecision.Resize(index(resize.job()), resize.nodes(), resize.why()));
        case Decision.CallAgain _ -> {}
      }
    }
    return new ElasticPlan(decisions);
  }

  private static JobId id(int job) {
    return new JobId(job + 1L);
  }

  private static int index(JobId id) {
    return (int) (id.value() - 1);
  }
}

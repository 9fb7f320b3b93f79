package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Sizes;
import io.pliant.core.plan.CheckedPlan;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.Slice;
import io.pliant.core.sighting.PowerSightings;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.view.ClusterPower;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import io.pliant.sim.elastic.Scheduler;
import io.pliant.sim.elastic.SubmittedJobs;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.PowerSetting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The ledger of a live partition, its life cycle and its plan check, in simulated time. */
final class LedgerScheduler implements Scheduler {
  private static final PartitionName MAIN = new PartitionName("main");

  private final List<WaitingJob> jobs;
  private final SchedulingPolicy policy;
  private final PartitionLifecycle lifecycle;
  private final @Nullable PowerSetting power;
  private final IntFunction<@Nullable Bookkeeping> asked;
  private final PowerSightings.Knowledge knowledge;
  private final Map<JobId, Double> mtct = new HashMap<>();
  private PartitionState ledger = PartitionState.empty(MAIN);

  /**
   * An empty ledger.
   *
   * @param power bounds and what users declare of their jobs, or null
   * @param asked what each job asks of its place, by its index
   */
  LedgerScheduler(
      Workload workload,
      SchedulingPolicy policy,
      @Nullable PowerSetting power,
      IntFunction<@Nullable Bookkeeping> asked) {
    this.jobs = SubmittedJobs.of(workload);
    this.policy = policy;
    this.power = power;
    this.asked = asked;
    PartitionSettings settings = LiveRun.settings(MAIN, policy, power);
    this.knowledge =
        power == null
            ? (_, _) -> null
            : PowerSightings.NONE.told(power.corridor(), 1).knowledge(settings);
    this.lifecycle = new PartitionLifecycle(settings);
    for (int node = 1; node <= workload.nodes(); node++) {
      NodeName name = new NodeName("n%02d".formatted(node));
      decide(new PartitionIntent.NodeSeen(name, new NodeCapacity(1, 1000), List.of()), 0);
    }
  }

  @Override
  public void submitted(int job, long now) {
    QueuedJob queued = LiveRun.queued(jobs.get(job), power).with(asked.apply(job));
    assertThat(decide(new PartitionIntent.Enqueue(queued), now))
        .isEqualTo(new PartitionReply.Queued());
  }

  @Override
  public void ended(int job, long now) {
    decide(new PartitionIntent.Release(new AttemptId(id(job), 1), JobStatus.COMPLETED), now);
  }

  @Override
  public void resized(int job, long now, double measured) {
    Resize resize = Objects.requireNonNull(grant(job).sizes().active(), "a resize is on its way");
    LedgerEnd end = new LedgerEnd(1, resize.ledger(), Result.COMMITTED, resize.slices(), false);
    decide(new PartitionIntent.CloseResize(id(job), end), now);
    for (Sizes.Leaving leaving : grant(job).sizes().leaving()) {
      decide(
          new PartitionIntent.ReturnNode(new AttemptId(id(job), 1), leaving.node(), leaving.came()),
          now);
    }
    measured(job, measured);
  }

  private Grant grant(int job) {
    return Objects.requireNonNull(ledger.grants().get(id(job)), "the job holds nodes");
  }

  @Override
  public void measured(int job, double value) {
    mtct.put(id(job), value);
  }

  @Override
  public Round round(long now) {
    Instant at = Instant.ofEpochMilli(now);
    ClusterView view = ledger.view(at, PriorityRule.SUBMISSION, mtct, Integer.MAX_VALUE);
    ClusterPower bounds = knowledge.of(ledger, at);
    view = bounds == null ? view : view.withPower(bounds);
    noNodeIsGivenTwice(view);
    Plan plan = policy.plan(view, Trigger.PERIODIC);
    CheckedPlan checked = PlanCheck.check(plan, ledger.viewOf(plan.jobs(), view.now()));
    assertThat(checked.whole()).as("%s keeps %s", plan, checked).isTrue();
    decide(new PartitionIntent.StartJobs(checked.starts()), now);
    decide(
        new PartitionIntent.KeepPromises(policy.keepsPromises() ? plan.promises() : List.of()),
        now);
    List<PartitionIntent.Resizing> resizings = new ArrayList<>();
    for (Decision.Resize resize : checked.resizes()) {
      resizings.add(
          new PartitionIntent.Resizing(
              resize.job(), resize.nodes(), true, resize.slices(), mtct.remove(resize.job())));
    }
    assertThat(decide(new PartitionIntent.BeginResizes(resizings), now))
        .isEqualTo(new PartitionReply.Resizes(List.of()));
    Long again = null;
    for (Decision decision : plan.decisions()) {
      again = decision instanceof Decision.CallAgain call ? call.at().toEpochMilli() : again;
    }
    return new Round(plan.decisions(), again);
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
    for (NodeView node : view.nodes()) {
      assertThat(node.idle()).as("%s idle", node.name()).isEqualTo(!held.contains(node.name()));
    }
  }

  private static JobId id(int job) {
    return SubmittedJobs.id(job);
  }
}

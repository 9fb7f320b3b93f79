package io.pliant.sim.suite;

import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.view.WaitingJob;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Scheduler;
import io.pliant.sim.elastic.SubmittedJobs;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.PowerSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A simulated world in which the ledger of a live partition decides. */
public final class LiveRun {
  private LiveRun() {}

  static Observed of(Workload workload, Supplier<? extends SchedulingPolicy> policies) {
    return of(workload, policies, null);
  }

  static Observed of(
      Workload workload,
      Supplier<? extends SchedulingPolicy> policies,
      @Nullable PowerSetting power) {
    return of(workload, policies, power, _ -> null);
  }

  static Observed of(
      Workload workload,
      Supplier<? extends SchedulingPolicy> policies,
      @Nullable PowerSetting power,
      IntFunction<@Nullable Bookkeeping> asked) {
    Workload live = asLive(workload);
    Observer observer = new Observer(policies);
    SchedulingPolicy policy = observer.policy();
    Scheduler ledger = new LedgerScheduler(live, policy, power, asked);
    Schedule schedule = ElasticEngine.run(live, ledger, policy.name(), power);
    return new Observed(live, observer.rounds(), schedule);
  }

  /** Settings of a partition under a policy, in which nothing is limited but what power says. */
  public static PartitionSettings settings(
      PartitionName name, SchedulingPolicy policy, @Nullable PowerSetting power) {
    NodeWatts watts =
        power == null
            ? null
            : new NodeWatts(power.idleWatts(), Watts.declared(power.idleWatts(), 1e6), Set.of());
    return new PartitionSettings(
        name,
        true,
        "*",
        policy.name(),
        Duration.ofHours(1),
        null,
        true,
        5,
        PriorityRule.SUBMISSION,
        watts,
        LedgerLimits.USUAL,
        FaultRules.USUAL);
  }

  /** A submitted job as it enters the ledger, with what its user declares of its power. */
  public static QueuedJob queued(WaitingJob asked, @Nullable PowerSetting power) {
    return new QueuedJob(
        asked.job(),
        1,
        "job",
        "user",
        asked.resources(),
        asked.timeLimit(),
        false,
        null,
        asked.submittedAt(),
        null,
        asked.malleable(),
        power == null ? null : power.jobs().get(SubmittedJobs.index(asked.job())).declared(),
        null);
  }

  /** The same in a world such as a live partition knows it: limits end jobs, resizes cost alike. */
  public static Workload asLive(Workload workload) {
    List<ElasticJob> jobs = new ArrayList<>();
    for (ElasticJob job : workload.jobs()) {
      jobs.add(
          new ElasticJob(job.shape().withoutData(), job.id(), job.kind(), job.run(), job.phases()));
    }
    return new Workload(workload.name(), workload.nodes(), jobs, ResizeCost.GUESS, true);
  }
}

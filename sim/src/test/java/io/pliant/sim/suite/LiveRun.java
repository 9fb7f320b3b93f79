package io.pliant.sim.suite;

import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A simulated world in which the ledger of a live partition decides. */
public final class LiveRun {
  private LiveRun() {}

  static Observed of(Workload workload, Supplier<? extends SchedulingPolicy> policies) {
    Workload live = asLive(workload);
    Observer observer = new Observer(policies);
    SchedulingPolicy policy = observer.policy();
    Schedule schedule = ElasticEngine.run(live, new LedgerScheduler(live, policy), policy.name());
    return new Observed(live, observer.rounds(), schedule);
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

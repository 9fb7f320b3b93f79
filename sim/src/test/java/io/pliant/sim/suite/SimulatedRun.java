package io.pliant.sim.suite;

import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.QueueOrdering;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.PowerSetting;
import java.util.function.Supplier;

/** A simulation with an observer between the books and the policy. */
final class SimulatedRun {
  private SimulatedRun() {}

  static Observed of(Workload workload, Supplier<? extends SchedulingPolicy> policies) {
    Observer observer = new Observer(policies);
    Schedule schedule = ElasticEngine.run(workload, observer.policy());
    return new Observed(workload, observer.rounds(), schedule);
  }

  static Observed of(
      Workload workload, Supplier<? extends SchedulingPolicy> policies, QueueOrdering ordering) {
    Observer observer = new Observer(policies);
    Schedule schedule = ElasticEngine.run(workload, observer.policy(), ordering);
    return new Observed(workload, observer.rounds(), schedule);
  }

  static Observed of(
      Workload workload, Supplier<? extends SchedulingPolicy> policies, PowerSetting power) {
    Observer observer = new Observer(policies);
    Schedule schedule = ElasticEngine.run(workload, observer.policy(), power).schedule();
    return new Observed(workload, observer.rounds(), schedule);
  }
}

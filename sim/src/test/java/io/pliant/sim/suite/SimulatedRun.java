package io.pliant.sim.suite;

import io.pliant.core.elastic.ElasticPlan;
import io.pliant.core.elastic.ElasticPolicy;
import io.pliant.core.elastic.ElasticView;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A simulation with an observer between the engine and the policy. */
final class SimulatedRun {
  private SimulatedRun() {}

  static Observed of(Workload workload, Supplier<ElasticPolicy> policy) {
    ElasticPolicy observed = policy.get();
    List<Observed.Round> rounds = new ArrayList<>();
    Schedule schedule =
        ElasticEngine.run(
            workload,
            new ElasticPolicy() {
              @Override
              public String name() {
                return observed.name();
              }

              @Override
              public ElasticPlan plan(ElasticView view) {
                ElasticPlan plan = observed.plan(view);
                rounds.add(new Observed.Round(view, plan, policy.get().plan(copy(view))));
                return plan;
              }
            });
    return new Observed(workload, rounds, schedule);
  }

  private static ElasticView copy(ElasticView view) {
    return new ElasticView(
        view.now(),
        view.nodes(),
        view.idle(),
        new ArrayList<>(view.running()),
        new ArrayList<>(view.waiting()),
        view.cost(),
        view.power());
  }
}

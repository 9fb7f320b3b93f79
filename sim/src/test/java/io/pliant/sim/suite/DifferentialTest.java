package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import io.pliant.sim.elastic.Workload;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** What the simulator promises is what runs: the same rounds on a ledger and on its books. */
class DifferentialTest {
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldStartAndResizeAlikeOnTheLedgerAndInTheSimulator(@ForAll long seed) {
    Workload workload = LiveRun.asLive(RandomWorkloads.withCurvesOfTheirOwn(seed));
    for (SchedulingPolicy policy : Policies.all()) {
      if (!policy.needsCorridor()) {
        Observed live = LiveRun.of(workload, () -> policy);
        Observed simulated = SimulatedRun.of(workload, () -> policy);
        assertThat(live.schedule().changes())
            .as("%s on workload %d", policy.name(), seed)
            .isEqualTo(simulated.schedule().changes());
        assertThat(live.rounds()).hasSameSizeAs(simulated.rounds());
        for (int i = 0; i < live.rounds().size(); i++) {
          Observed.Round there = simulated.rounds().get(i);
          assertThat(live.rounds().get(i).plan())
              .as("%s at %d on workload %d", policy.name(), there.view().now(), seed)
              .isEqualTo(there.plan());
        }
      }
    }
  }
}

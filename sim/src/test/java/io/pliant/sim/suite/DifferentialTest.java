package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.RandomPower;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** What the simulator promises is what runs: the same rounds on a ledger and on its books. */
class DifferentialTest {
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldStartAndResizeAlikeOnTheLedgerAndInTheSimulator(@ForAll long seed) {
    Workload workload = LiveRun.asLive(RandomWorkloads.withCurvesOfTheirOwn(seed));
    for (SchedulingPolicy policy : Policies.all()) {
      if (!policy.needsCorridor()) {
        same(
            LiveRun.of(workload, () -> policy),
            SimulatedRun.of(workload, () -> policy),
            "%s on workload %d".formatted(policy.name(), seed));
      }
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void shouldLetNiceJobsGoBehindAlikeOnTheLedgerAndInTheSimulator(@ForAll long seed) {
    Workload workload = LiveRun.asLive(RandomWorkloads.withCurvesOfTheirOwn(seed));
    for (SchedulingPolicy policy : Policies.all()) {
      if (!policy.needsCorridor()) {
        same(
            LiveRun.of(workload, () -> policy, null, job -> wish(seed, job)),
            SimulatedRun.of(workload, () -> policy, new NiceOrdering(job -> wish(seed, job))),
            "%s on workload %d".formatted(policy.name(), seed));
      }
    }
  }

  @Example
  void shouldTellWhenNobodyLooksAtWhatIsNice() {
    SchedulingPolicy policy = Policies.named("easy");
    int different = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Workload workload = LiveRun.asLive(RandomWorkloads.withCurvesOfTheirOwn(seed));
      long drawn = seed;
      Observed nice = LiveRun.of(workload, () -> policy, null, job -> wish(drawn, job));
      Observed plain = LiveRun.of(workload, () -> policy);
      different += nice.schedule().changes().equals(plain.schedule().changes()) ? 0 : 1;
    }
    assertThat(different).as("workloads of 20").isGreaterThan(5);
  }

  /** Of four jobs one asks for nothing, and one has a given priority. */
  private static @Nullable Bookkeeping wish(long seed, int job) {
    int drawn = new Random(seed * 31 + job).nextInt(4000);
    return switch (drawn % 4) {
      case 0 -> null;
      case 1 -> new Bookkeeping(null, null, null, null, 1L + drawn);
      default -> new Bookkeeping(null, null, null, drawn - 1000, null);
    };
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void shouldKeepTheSameCorridorOnTheLedgerAndInTheSimulator(@ForAll long seed) {
    RandomPower random = RandomPower.asDeclared(seed);
    Workload workload = LiveRun.asLive(random.workload());
    for (SchedulingPolicy policy : Policies.all()) {
      if (policy.keepsCorridor()) {
        same(
            LiveRun.of(workload, () -> policy, random.power()),
            SimulatedRun.of(workload, () -> policy, random.power()),
            "%s in corridor %d".formatted(policy.name(), seed));
      }
    }
  }

  @Example
  void shouldTellWhenALedgerDoesNotKnowTheCorridor() {
    SchedulingPolicy policy = Policies.named("power-aware");
    int different = 0;
    for (long seed = 1; seed <= 20; seed++) {
      RandomPower random = RandomPower.asDeclared(seed);
      Workload workload = LiveRun.asLive(random.workload());
      Observed live = LiveRun.of(workload, () -> policy);
      Observed simulated = SimulatedRun.of(workload, () -> policy, random.power());
      different += live.schedule().changes().equals(simulated.schedule().changes()) ? 0 : 1;
    }
    assertThat(different).as("workloads of 20").isGreaterThan(10);
  }

  private static void same(Observed live, Observed simulated, String what) {
    assertThat(live.schedule().changes()).as(what).isEqualTo(simulated.schedule().changes());
    assertThat(live.rounds()).as(what).hasSameSizeAs(simulated.rounds());
    for (int i = 0; i < live.rounds().size(); i++) {
      Observed.Round there = simulated.rounds().get(i);
      assertThat(live.rounds().get(i).plan())
          .as("%s at %d", what, there.view().now())
          .isEqualTo(there.plan());
    }
  }
}

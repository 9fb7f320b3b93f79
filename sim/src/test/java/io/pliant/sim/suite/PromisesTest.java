package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.elastic.PoolDecision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.view.ClusterView;
import io.pliant.sim.elastic.Workload;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** A start that was promised to a waiting job only comes nearer, whatever comes and ends. */
class PromisesTest {
  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void shouldKeepEveryPromise(@ForAll long seed) {
    Workload workload = RandomWorkloads.withCurvesOfTheirOwn(seed);
    for (Subject policy : Subject.named("conservative")) {
      promisesOnlyComeNearer(policy.run(workload));
    }
  }

  @Example
  void shouldTellWhenPromisesAreForgotten() {
    Subject forgetful = Subject.of(() -> new Forgetful(Policies.named("conservative")), null);
    assertThatThrownBy(
            () -> {
              for (long seed = 1; seed <= 300; seed++) {
                promisesOnlyComeNearer(forgetful.run(RandomWorkloads.withCurvesOfTheirOwn(seed)));
              }
            })
        .isInstanceOf(AssertionError.class);
  }

  /**
   * But for a millisecond a round: jobs that have reached their limits count as ending in the next.
   */
  private static void promisesOnlyComeNearer(Observed run) {
    Map<Integer, Long> promised = new HashMap<>();
    int rounding = 0;
    for (Observed.Round round : run.rounds()) {
      rounding++;
      for (PoolDecision decision : round.plan().decisions()) {
        if (decision instanceof PoolDecision.Reserve reserve) {
          Long before = promised.get(reserve.job());
          if (before != null) {
            assertThat(reserve.at())
                .as("%s after %d", reserve, before)
                .isLessThanOrEqualTo(before + rounding);
          }
          promised.merge(reserve.job(), reserve.at(), Math::min);
        }
      }
    }
    for (Map.Entry<Integer, Long> promise : promised.entrySet()) {
      assertThat(run.schedule().starts()[promise.getKey()])
          .as("start of job %d", promise.getKey())
          .isLessThanOrEqualTo(promise.getValue() + rounding);
    }
  }

  private record Forgetful(SchedulingPolicy policy) implements SchedulingPolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public boolean placesAhead() {
      return true;
    }

    @Override
    public Plan plan(ClusterView view, Trigger trigger) {
      return policy.plan(view, trigger);
    }
  }
}

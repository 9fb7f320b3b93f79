package io.pliant.sim.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Under random bounds and workloads no violation lasts that some sizes of the running and waiting
 * jobs could have ended, by an oracle that lists all of them. All 1000 seeds: {@code mvn -pl
 * core,sim test -Dtest=CorridorSeedsTest -Dpliant.power.seeds=1000
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
final class CorridorSeedsTest {
  private static final long SEEDS = Long.getLong("pliant.power.seeds", 60);

  @Test
  void shouldEndEveryViolationThatCanBeEnded() {
    long settled = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      settled += check("power-aware", seed);
    }
    assertThat(settled).as("violations that were ended").isGreaterThan(SEEDS);
  }

  @Test
  void shouldEndThemUnderElasticToo() {
    long settled = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      settled += check("elastic", seed);
    }
    assertThat(settled).as("violations that were ended").isGreaterThan(SEEDS);
  }

  @Test
  void shouldSeeThatAPolicyWithoutPowerLeavesThem() {
    long left = 0;
    for (long seed = 1; seed <= 60; seed++) {
      left += longest("easy", seed) > patience(RandomPower.of(seed)) ? 1 : 0;
    }
    assertThat(left).as("seeds of 60").isGreaterThan(20);
  }

  private static long check(String policy, long seed) {
    RandomPower random = RandomPower.of(seed);
    assertThat(longest(policy, seed))
        .as("longest avoidable violation under %s, seed %d", policy, seed)
        .isLessThanOrEqualTo(patience(random));
    return ElasticEngine.run(random.workload(), Policies.named(policy), random.power())
        .power()
        .violations()
        .size();
  }

  /**
   * Milliseconds for what must happen first: an adaptation that goes on, one shrink, and learning
   * what jobs really draw.
   */
  private static long patience(RandomPower random) {
    ResizeCost cost = random.workload().cost();
    long pause = cost.millis(1, random.workload().nodes(), 20);
    return 2 * pause + random.power().measuredAfter() + 10;
  }

  /**
   * The longest time during which bounds were broken and some sizes would have kept them, on end; a
   * change of the bounds and the end of a job begin it anew, and where watts are only estimated the
   * start of a job does.
   */
  private static long longest(String policy, long seed) {
    RandomPower random = RandomPower.of(seed);
    ElasticEngine.Metered run =
        ElasticEngine.run(random.workload(), Policies.named(policy), random.power());
    List<PowerTrace.Sample> samples = run.power().samples();
    long longest = 0;
    long since = -1;
    Corridor bounds = null;
    for (PowerTrace.Sample sample : samples) {
      long now = sample.time();
      if (since >= 0) {
        longest = Math.max(longest, now - since);
      }
      boolean anew =
          !Objects.equals(bounds, sample.corridor())
              || disturbed(run.schedule(), now, random.exact());
      bounds = sample.corridor();
      boolean broken = sample.avoidable();
      since = !broken ? -1 : since < 0 || anew ? now : since;
    }
    return longest;
  }

  private static boolean disturbed(Schedule schedule, long now, boolean exact) {
    return Arrays.stream(schedule.ends()).anyMatch(end -> end == now)
        || (!exact && Arrays.stream(schedule.starts()).anyMatch(start -> start == now));
  }
}

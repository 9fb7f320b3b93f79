package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.data.Offset;

/** What steps have is a part of what their jobs have, whatever is lost, doubled or restarted. */
class StepEnergyPropertiesTest {
  private static final EnergyTally.Rule USUAL =
      new EnergyTally.Rule(10 * MeteredCluster.SECOND, 7_200 * MeteredCluster.SECOND);
  private static final EnergyTally.Rule FORGETFUL =
      new EnergyTally.Rule(10 * MeteredCluster.SECOND, 3 * MeteredCluster.SECOND);

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldAddUpToTheJobToTheMicrojouleWhenSomeStepAlwaysRuns(
      @ForAll @LongRange(min = 0, max = 1L << 60) long seed, @ForAll boolean forgetful) {
    MeteredCluster cluster = ran(3 * seed, forgetful ? FORGETFUL : USUAL);
    for (JobEnergy account : cluster.accounts.values()) {
      assertThat(sum(account, Energy::microjoules)).isEqualTo(account.total().microjoules());
      List<StepShare> batch =
          account.steps().values().stream().filter(share -> share.step().isBatch()).toList();
      assertThat(batch.stream().mapToLong(share -> share.energy().measuredMicros()).sum())
          .isEqualTo(account.total().measuredMicros());
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void shouldLeaveToNoStepWhatIsDrawnWhileNoneRuns(
      @ForAll @LongRange(min = 0, max = 1L << 60) long seed) {
    MeteredCluster cluster = ran(3 * seed + 1, USUAL);
    for (JobEnergy account : cluster.accounts.values()) {
      assertThat(sum(account, Energy::microjoules))
          .isLessThanOrEqualTo(account.total().microjoules());
      for (StepShare share : account.steps().values()) {
        double expected =
            cluster.measured.stream()
                .mapToDouble(span -> cluster.steps.share(cluster, span, share.step()))
                .sum();
        assertThat((double) share.energy().microjoules())
            .as("%s", share.step())
            .isEqualTo(expected, Offset.offset(1e3));
      }
    }
  }

  private static MeteredCluster ran(long seed, EnergyTally.Rule rule) {
    MeteredCluster cluster = new MeteredCluster(seed, rule, true);
    for (int i = 0; i < 80; i++) {
      cluster.step();
    }
    cluster.finish();
    return cluster;
  }

  private static long sum(JobEnergy account, ToLongFunction<Energy> of) {
    return account.steps().values().stream()
        .mapToLong(share -> of.applyAsLong(share.energy()))
        .sum();
  }
}

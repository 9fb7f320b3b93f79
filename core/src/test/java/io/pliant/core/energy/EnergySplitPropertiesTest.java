package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.assertj.core.data.Offset;

class EnergySplitPropertiesTest {
  @Property(tries = 800, shrinking = ShrinkingMode.OFF)
  void shouldAddUpToTheMetersExactly(@ForAll long seed) {
    RandomResizes past = new RandomResizes(seed);
    EnergySplit<JobInterval> split = EnergySplit.of(past.spans, past.holdings());
    long counted = past.spans.stream().mapToLong(EnergySpan::microjoules).sum();
    long time = past.spans.stream().mapToLong(span -> span.to() - span.from()).sum();
    assertThat(sum(split.held()) + sum(split.idle())).isEqualTo(counted);
    assertThat(measured(split.held()) + measured(split.idle())).isEqualTo(time);
  }

  @Property(tries = 800, shrinking = ShrinkingMode.OFF)
  void shouldGiveEachJobWhatItsNodesDrewAndCallTheRestAGap(@ForAll long seed) {
    RandomResizes past = new RandomResizes(seed);
    EnergySplit<JobInterval> split = EnergySplit.of(past.spans, past.holdings());
    Map<JobId, double[]> expected = new TreeMap<>();
    for (RandomResizes.Had had : past.book) {
      if (had.job() != null) {
        double[] sums = expected.computeIfAbsent(had.job(), _ -> new double[3]);
        double overlap = 0;
        for (EnergySpan span : past.spans) {
          double part = Math.min(span.to(), had.to()) - Math.max(span.from(), had.from());
          if (span.node().equals(had.node()) && part > 0) {
            sums[0] += span.microjoules() * part / (span.to() - span.from());
            sums[2]++;
            overlap += part;
          }
        }
        sums[1] += had.to() - had.from() - overlap;
      }
    }
    Map<JobId, double[]> given = new TreeMap<>();
    split
        .held()
        .forEach((interval, energy) -> {
          double[] sums = given.computeIfAbsent(interval.job(), _ -> new double[2]);
          sums[0] += energy.microjoules();
          sums[1] += energy.gapMicros();
        });
    expected.forEach((job, sums) -> {
      double[] got = given.getOrDefault(job, new double[2]);
      assertThat(got[0]).as("%s", job).isEqualTo(sums[0], Offset.offset(40 + 3 * sums[2]));
      assertThat(got[1]).as("gap of %s", job).isEqualTo(sums[1]);
    });
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void shouldHaveAnIntervalForEachSizeAndAPeakAboveTheMean(@ForAll long seed) {
    RandomResizes past = new RandomResizes(seed);
    List<Holding<JobInterval>> holdings = past.holdings();
    EnergySplit<JobInterval> split = EnergySplit.of(past.spans, holdings);
    split
        .held()
        .forEach((interval, energy) -> {
          long nodes = holdings.stream().filter(each -> each.holder().equals(interval)).count();
          Double mean = energy.meanWatts();
          if (mean == null) {
            assertThat(energy.microjoules()).isZero();
          } else {
            assertThat(energy.peakWatts()).isGreaterThanOrEqualTo(mean * 0.99 - 1);
            assertThat(nodes).isPositive();
          }
        });
  }

  private static long sum(Map<?, Energy> energies) {
    return energies.values().stream().mapToLong(Energy::microjoules).sum();
  }

  private static long measured(Map<?, Energy> energies) {
    return energies.values().stream().mapToLong(Energy::measuredMicros).sum();
  }
}

package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.Collection;
import java.util.Objects;
import java.util.function.ToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.assertj.core.data.Offset;

/** Design invariant 6: whatever is lost, doubled, late or restarted, the sums are the meters'. */
class EnergyTallyPropertiesTest {
  private static final EnergyTally.Rule USUAL =
      new EnergyTally.Rule(10 * MeteredCluster.SECOND, 7_200 * MeteredCluster.SECOND);
  private static final EnergyTally.Rule FORGETFUL =
      new EnergyTally.Rule(10 * MeteredCluster.SECOND, 3 * MeteredCluster.SECOND);

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldAddUpToTheMetersToTheMicrojoule(@ForAll long seed) {
    boolean warm = seed % 2 == 0;
    MeteredCluster cluster = ran(seed, USUAL, warm);
    assertAddsUp(cluster);
    if (warm) { // else jobs may come and go before it is durable that a node has a meter
      assertThat(sum(cluster.book.nodes().values(), account -> account.unaccounted().microjoules()))
          .isZero();
    }
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void shouldAddUpWhenStaysAreGivenUp(@ForAll long seed) {
    assertAddsUp(ran(seed, FORGETFUL, seed % 2 == 0));
  }

  @Property(tries = 80, shrinking = ShrinkingMode.OFF)
  void shouldGiveEachJobItsPartOfTheCpusHeld(@ForAll long seed) {
    MeteredCluster cluster = ran(seed, USUAL, true);
    for (JobId job : cluster.accounts.keySet()) {
      double expected =
          cluster.measured.stream().mapToDouble(span -> cluster.share(span, job)).sum();
      JobEnergy account = cluster.accounts.getOrDefault(job, JobEnergy.NONE);
      assertThat((double) account.total().microjoules())
          .as("job %s", job)
          .isEqualTo(expected, Offset.offset(1e3));
    }
  }

  @Property(tries = 80, shrinking = ShrinkingMode.OFF)
  void shouldMeasureOrMissEachMicrosecondOfAStayOnce(@ForAll long seed) {
    MeteredCluster cluster = ran(seed, USUAL, true);
    assertThat(cluster.book.stays()).isEmpty();
    assertThat(cluster.book.tenancies()).isEmpty();
    for (MeteredCluster.Held held : cluster.notes) {
      JobEnergy account = cluster.accounts.getOrDefault(held.job, JobEnergy.NONE);
      long time = account.total().measuredMicros() + account.total().gapMicros();
      long all =
          cluster.notes.stream()
              .filter(each -> each.job.equals(held.job))
              .mapToLong(each -> each.to - each.from)
              .sum();
      assertThat(time).as("job %s", held.job).isEqualTo(all);
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void shouldHaveAPeakAboveTheMeanAndBelowAllMetersTogether(@ForAll long seed) {
    MeteredCluster cluster = ran(new MeteredCluster(seed, USUAL, true).withoutDeaths());
    double most =
        cluster.nodes.size()
            * cluster.measured.stream().mapToDouble(EnergySpan::watts).max().orElseThrow();
    for (JobEnergy account : cluster.accounts.values()) {
      for (Share part : account.parts()) {
        long length = Objects.requireNonNull(part.to()) - part.from();
        // shares are rounded to whole microjoules, the peak is not
        double whole = length == 0 ? 0 : (part.energy().microjoules() - 1e3) / length;
        assertThat(part.energy().peakWatts()).as("%s", part).isBetween(0.999 * whole, 1.001 * most);
      }
    }
  }

  private static MeteredCluster ran(long seed, EnergyTally.Rule rule, boolean warm) {
    return ran(new MeteredCluster(seed, rule, warm));
  }

  private static MeteredCluster ran(MeteredCluster cluster) {
    for (int i = 0; i < 80; i++) {
      cluster.step();
    }
    cluster.finish();
    return cluster;
  }

  private static void assertAddsUp(MeteredCluster cluster) {
    long measured = sum(cluster.measured, EnergySpan::microjoules);
    Collection<NodeAccount> nodes = cluster.book.nodes().values();
    long counted = sum(nodes, account -> account.metered().microjoules());
    assertThat(counted + uncounted(cluster)).isEqualTo(measured);
    long jobs = sum(cluster.accounts.values(), account -> account.total().microjoules());
    long idle = sum(nodes, account -> account.idle().microjoules());
    long unaccounted = sum(nodes, account -> account.unaccounted().microjoules());
    assertThat(jobs + idle + unaccounted).isEqualTo(counted);
    long time = sum(nodes, account -> account.metered().measuredMicros());
    long spans =
        sum(
            cluster.measured.stream()
                .filter(span -> span.to() <= until(cluster, span.node()))
                .toList(),
            span -> span.to() - span.from());
    assertThat(time).isEqualTo(spans);
  }

  /** What meters counted after the end of the accounts; at most the last moments. */
  private static long uncounted(MeteredCluster cluster) {
    return sum(
        cluster.measured.stream().filter(span -> span.to() > until(cluster, span.node())).toList(),
        EnergySpan::microjoules);
  }

  private static long until(MeteredCluster cluster, NodeName node) {
    NodeAccount account = cluster.book.nodes().get(node);
    return account == null ? Long.MIN_VALUE : account.until();
  }

  private static <T> long sum(Collection<T> all, ToLongFunction<T> of) {
    return all.stream().mapToLong(of).sum();
  }
}

package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class EnergyTallyTest {
  private static final long SECOND = 1_000_000;
  private static final NodeName A = new NodeName("a");
  private static final NodeName B = new NodeName("b");
  private static final AttemptId ONE = new AttemptId(new JobId(1), 1);
  private static final AttemptId TWO = new AttemptId(new JobId(2), 1);

  private final EnergyTally tally =
      new EnergyTally(new EnergyTally.Rule(60 * SECOND, 7_200 * SECOND));
  private EnergyBook book = EnergyBook.EMPTY;
  private JobEnergy one = JobEnergy.NONE;
  private JobEnergy two = JobEnergy.NONE;

  @Test
  void shouldShareANodeByCpusToTheLastMicrojoule() {
    begins(ONE, 1, 0, A);
    book = book.sized(TWO, 1, 0).holds(A, TWO, 3, 0);
    take(A, 0, 10, 1_001);
    write();

    assertThat(one.total().microjoules()).isEqualTo(250);
    assertThat(two.total().microjoules()).isEqualTo(751);
    assertThat(account(A).idle().microjoules()).isZero();
    assertThat(account(A).metered().microjoules()).isEqualTo(1_001);
  }

  /** One holds GPU 0, nobody GPU 1; of the 400 that are left the other has three quarters. */
  @Test
  void shouldGiveAGpuToWhoHoldsItAndSoToNobodyWhereNobodyDoes() {
    book = book.sized(ONE, 1, 0).holds(A, ONE, 1, List.of("0"), 0);
    book = book.sized(TWO, 1, 0).holds(A, TWO, 3, 0);
    TreeMap<String, Long> gpus = new TreeMap<>(Map.of("0", 500L, "1", 101L));
    EnergySpan span = new EnergySpan(A, 0, 10, 1_001, false, gpus);
    tally.take(book, A, new PowerReport("rapl+nvml", List.of(span)), 10);
    write();

    assertThat(one.total().microjoules()).isEqualTo(100 + 500);
    assertThat(two.total().microjoules()).isEqualTo(300);
    assertThat(account(A).idle().microjoules()).isEqualTo(101);
    assertThat(account(A).idle().measuredMicros()).isZero();
    assertThat(account(A).metered().microjoules()).isEqualTo(1_001);
  }

  @Test
  void shouldTakeNoSpanWhoseGpusHaveMoreThanAll() {
    for (Map<String, Long> gpus :
        List.of(
            Map.of("0", 6L, "1", 5L),
            Map.of("0", -1L),
            Map.of("0", Long.MAX_VALUE, "1", Long.MAX_VALUE),
            Map.of("", 1L))) {
      assertThatThrownBy(() -> new EnergySpan(A, 0, 10, 10, false, new TreeMap<>(gpus)))
          .as("%s", gpus)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 10 microjoules");
    }
  }

  @Test
  void shouldCallTimeWithoutAMeterAGapAndNotAZero() {
    take(A, 0, SECOND, 100);
    write();
    begins(ONE, 1, SECOND, A);
    take(A, 3 * SECOND, 4 * SECOND, 200 * SECOND);
    leaves(ONE, 4 * SECOND, A);
    take(A, 4 * SECOND, 5 * SECOND, 70 * SECOND);
    write();

    assertThat(one.total()).isEqualTo(new Energy(200 * SECOND, SECOND, 2 * SECOND, 200, false));
    assertThat(one.meanWatts()).isEqualTo(200);
    assertThat(account(A).metered().gapMicros()).isEqualTo(2 * SECOND);
    assertThat(account(A).idle().gapMicros()).isZero();
  }

  @Test
  void shouldTakeThePeakOverAllNodesTogetherAndEachSizeForItself() {
    take(A, 0, SECOND, 1);
    take(B, 0, SECOND, 1);
    write();
    begins(ONE, 2, SECOND, A, B);
    take(A, SECOND, 2 * SECOND, 100 * SECOND);
    take(A, 2 * SECOND, 3 * SECOND, 300 * SECOND);
    take(B, SECOND, 3 * SECOND, 400 * SECOND);
    book = book.sized(ONE, 1, 3 * SECOND).leaves(B, ONE, 3 * SECOND);
    take(A, 3 * SECOND, 4 * SECOND, 90 * SECOND);
    take(B, 3 * SECOND, 4 * SECOND, 70 * SECOND);
    leaves(ONE, 4 * SECOND, A);
    take(A, 4 * SECOND, 5 * SECOND, 70 * SECOND);
    write();

    assertThat(one.parts()).hasSize(2);
    Share both = one.parts().getFirst();
    assertThat(both.energy().microjoules()).isEqualTo(800 * SECOND);
    assertThat(both.energy().peakWatts()).isEqualTo(500);
    assertThat(both.meanWatts()).isEqualTo(400);
    assertThat(both.to()).isEqualTo(3 * SECOND);
    assertThat(one.parts().getLast().energy().peakWatts()).isEqualTo(90);
    assertThat(one.parts().getLast().nodes()).isEqualTo(1);
    assertThat(one.meanWatts()).isCloseTo(890.0 / 3, org.assertj.core.data.Offset.offset(1e-6));
    assertThat(account(B).idle().microjoules()).isEqualTo(70 * SECOND + 1);
    assertThat(book.tenancies()).isEmpty();
  }

  @Test
  void shouldCountNothingOfATimeThatHasNotCome() {
    EnergySpan early = new EnergySpan(A, 0, SECOND, 50, false);
    PowerReport report = new PowerReport("rapl", List.of(early));
    assertThat(tally.take(book, A, report, SECOND / 2)).isEqualTo(EnergyTally.Taken.COUNTED);
    assertThat(tally.due(book)).isNull();
    assertThat(tally.take(book, A, report, -100 * SECOND))
        .isEqualTo(EnergyTally.Taken.FROM_THE_FUTURE);
    begins(ONE, 1, SECOND / 2, A);
    tally.take(book, A, report, SECOND);
    write();
    assertThat(one.total().microjoules()).isEqualTo(25);
  }

  @Test
  void shouldSayWhatCameTooLateToKnowTheJobs() {
    take(A, 0, SECOND, 1);
    write();
    begins(ONE, 1, SECOND, A);
    leaves(ONE, 2 * SECOND, A);
    assertThat(tally.forgotten(book, 7_000 * SECOND)).isNull();
    apply(Objects.requireNonNull(tally.forgotten(book, 8_000 * SECOND)));
    assertThat(book.stays()).isEmpty();
    assertThat(one.total()).isEqualTo(new Energy(0, 0, SECOND, 0, false));

    take(A, SECOND, 3 * SECOND, 200);
    take(A, 3 * SECOND, 90 * SECOND, 7);
    write();
    assertThat(account(A).unaccounted().microjoules()).isEqualTo(100);
    assertThat(account(A).idle().microjoules()).isEqualTo(1 + 100 + 7);
    assertThat(account(A).metered().microjoules()).isEqualTo(208);
  }

  @Test
  void shouldGiveUpTheOldestOfVeryManyStays() {
    take(A, 0, SECOND, 1);
    write();
    for (int i = 1; i <= EnergyTally.MOST_STAYS + 2; i++) {
      AttemptId tenant = new AttemptId(new JobId(i), 1);
      begins(tenant, 1, i * SECOND, A);
      leaves(tenant, (i + 1) * SECOND, A);
    }
    apply(Objects.requireNonNull(tally.forgotten(book, 300 * SECOND)));
    assertThat(book.tenancies()).hasSize(EnergyTally.MOST_STAYS);
    assertThat(one.total().gapMicros()).isEqualTo(SECOND);
  }

  @Test
  void shouldTellOfNodesWithoutAMeterWhereOthersHaveOne() {
    take(A, 0, SECOND, 1);
    write();
    begins(ONE, 2, SECOND, A, B);
    leaves(ONE, 3 * SECOND, A, B);
    take(A, SECOND, 3 * SECOND, 300 * SECOND);
    write();
    assertThat(book.tenancies()).containsOnlyKeys(ONE);
    CountedEnergy part = Objects.requireNonNull(tally.forgotten(book, 4 * SECOND));
    apply(part);
    assertThat(part.nodes()).noneMatch(book::isNext);
    assertThat(book.tenancies()).isEmpty();
    assertThat(account(B).known()).isFalse();
    assertThat(one.total()).isEqualTo(new Energy(300 * SECOND, 2 * SECOND, 2 * SECOND, 150, false));

    begins(TWO, 1, 5 * SECOND, B);
    take(B, 6 * SECOND, 7 * SECOND, 9);
    write();
    assertThat(account(B).since()).isEqualTo(6 * SECOND);
    assertThat(two.total()).isEqualTo(new Energy(9, SECOND, SECOND, 9e-6, false));
  }

  @Test
  void shouldWriteEachNodeInItsTurnWhenThereAreVeryMany() {
    for (int i = 0; i < EnergyTally.MOST_NODES + 3; i++) {
      take(new NodeName("m" + i), 0, SECOND, 1);
    }
    CountedEnergy first = Objects.requireNonNull(tally.due(book));
    apply(first);
    for (NodeCount count : first.nodes()) {
      take(count.node(), SECOND, 62 * SECOND, 1);
    }
    CountedEnergy second = Objects.requireNonNull(tally.due(book));
    assertThat(first.nodes()).hasSize(EnergyTally.MOST_NODES);
    assertThat(second.nodes().subList(0, 3))
        .noneMatch(count -> first.nodes().stream().anyMatch(c -> c.node().equals(count.node())));
  }

  @Test
  void shouldKeepNoPastWhenNoNodeHasAMeter() {
    begins(ONE, 2, 0, A, B);
    book = book.sized(ONE, 1, 5).leaves(B, ONE, 5);
    assertThat(book.stays()).containsOnlyKeys(A);
    leaves(ONE, 9, A);
    assertThat(book).isEqualTo(EnergyBook.EMPTY);
  }

  @Test
  void shouldOweAgentsNoMoreThanOneReport() {
    take(A, 0, SECOND, 1);
    write();
    List<EnergySpan> fine = new ArrayList<>();
    for (int i = 0; i < EnergyTally.MOST_SPANS; i++) {
      fine.add(new EnergySpan(A, SECOND + i, SECOND + i + 1, 1, false));
    }
    tally.take(book, A, new PowerReport("rapl", fine.subList(0, fine.size() - 1)), 9 * SECOND);
    assertThat(tally.due(book)).isNull();
    tally.take(book, A, new PowerReport("rapl", fine), 9 * SECOND);
    assertThat(tally.due(book)).isNotNull();
  }

  @Test
  void shouldFoldManySizesOfAJobIntoOne() {
    for (int i = 0; i < JobEnergy.MOST_INTERVALS + 20; i++) {
      Energy energy = new Energy(i, 1, 0, i, false);
      one =
          one.plus(
              new Share(new JobInterval(ONE.job(), 1, i), 1, i, i + 1L, List.of("rapl"), energy));
    }
    assertThat(one.parts()).hasSize(JobEnergy.MOST_INTERVALS + 1);
    assertThat(one.total().microjoules()).isEqualTo(119 * 120 / 2);
    assertThat(one.parts().getFirst().to()).isEqualTo(20);
    JobEnergy late =
        one.plus(
            new Share(
                new JobInterval(ONE.job(), 1, 3),
                1,
                3,
                4L,
                List.of("ipmi"),
                new Energy(5, 1, 0, 0, true)));
    assertThat(late.total().microjoules()).isEqualTo(119 * 120 / 2 + 5);
    assertThat(late.methods()).containsExactly("ipmi", "rapl");
    assertThat(late.parts()).hasSize(JobEnergy.MOST_INTERVALS + 1);
  }

  @Test
  void shouldPeakOnTheLongestSpanToo() {
    PeakMeter peak = new PeakMeter(0);
    peak.add(0, 1_000 * SECOND, 120);
    assertThat(peak.peak(Stay.OPEN)).isEqualTo(120);
    peak.add(1_000 * SECOND, 1_000 * SECOND + 10, 500);
    assertThat(peak.peak(1_000 * SECOND + 10)).isEqualTo(500);
    peak.add(2_000 * SECOND, 2_001 * SECOND, 80);
    assertThat(peak.peak(Stay.OPEN)).isEqualTo(120);
  }

  private void begins(AttemptId tenant, int size, long at, NodeName... nodes) {
    book = book.sized(tenant, size, at);
    for (NodeName node : nodes) {
      book = book.holds(node, tenant, 1, at);
    }
  }

  private void leaves(AttemptId tenant, long at, NodeName... nodes) {
    book = book.over(tenant, at);
    for (NodeName node : nodes) {
      book = book.leaves(node, tenant, at);
    }
  }

  private void take(NodeName node, long from, long to, long energy) {
    EnergySpan span = new EnergySpan(node, from, to, energy, false);
    tally.take(book, node, new PowerReport("rapl", List.of(span)), to);
  }

  private void write() {
    apply(Objects.requireNonNull(tally.due(book)));
  }

  private void apply(CountedEnergy part) {
    assertThat(part.nodes()).allMatch(book::isNext);
    book = book.counted(part.nodes());
    for (Share share : part.shares()) {
      if (share.interval().job().equals(ONE.job())) {
        one = one.plus(share);
      } else {
        two = two.plus(share);
      }
    }
  }

  private NodeAccount account(NodeName node) {
    return Objects.requireNonNull(book.nodes().get(node));
  }
}

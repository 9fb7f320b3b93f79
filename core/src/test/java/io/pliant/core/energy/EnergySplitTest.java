package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.NodeName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EnergySplitTest {
  private static final NodeName A = new NodeName("a");
  private static final NodeName B = new NodeName("b");

  @Test
  void shouldShareANodeByWeightToTheLastMicrojoule() {
    EnergySplit<String> split =
        EnergySplit.of(
            List.of(new EnergySpan(A, 0, 10, 1_001, false)),
            List.of(new Holding<>("one", A, 0, 10, 1), new Holding<>("three", A, 0, 10, 3)));

    assertThat(energy(split, "one").microjoules()).isEqualTo(250);
    assertThat(energy(split, "three").microjoules()).isEqualTo(751);
    assertThat(split.idle()).isEmpty();
  }

  @Test
  void shouldCallTimeWithoutAMeterAGapAndNotAZero() {
    EnergySplit<String> split =
        EnergySplit.of(
            List.of(new EnergySpan(A, 10, 20, 2_000, true)),
            List.of(new Holding<>("job", A, 0, 30, 1), new Holding<>("dark", B, 0, 5, 1)));

    assertThat(energy(split, "job")).isEqualTo(new Energy(2_000, 10, 20, 200, true));
    assertThat(energy(split, "job").meanWatts()).isEqualTo(200);
    assertThat(energy(split, "dark")).isEqualTo(new Energy(0, 0, 5, 0, false));
    assertThat(energy(split, "dark").meanWatts()).isNull();
  }

  @Test
  void shouldTakeThePeakOverAllNodesTogether() {
    EnergySplit<String> split =
        EnergySplit.of(
            List.of(
                new EnergySpan(A, 0, 10, 1_000, false),
                new EnergySpan(A, 10, 20, 3_000, false),
                new EnergySpan(B, 0, 20, 4_000, false)),
            List.of(new Holding<>("job", A, 0, 20, 1), new Holding<>("job", B, 5, 20, 1)));

    assertThat(energy(split, "job").peakWatts()).isEqualTo(500);
    assertThat(energy(split, "job").joules()).isEqualTo(7_000 / 1e6);
    assertThat(split.idle().get(B)).isEqualTo(new Energy(1_000, 5, 0, 200, false));
  }

  @Test
  void shouldSplitSpansTooLargeForAProductInLongs() {
    long year = 365L * 86_400 * 1_000_000;
    EnergySplit<String> split =
        EnergySplit.of(
            List.of(new EnergySpan(A, 0, year, year - 1, false)),
            List.of(new Holding<>("job", A, year / 3, year / 2, 1)));

    assertThat(energy(split, "job").microjoules()).isBetween(year / 6 - 2, year / 6 + 2);
  }

  @Test
  void shouldRefuseMetersThatContradictThemselves() {
    List<EnergySpan> spans =
        List.of(new EnergySpan(A, 0, 10, 1, false), new EnergySpan(A, 9, 20, 1, false));
    assertThatThrownBy(() -> EnergySplit.<String>of(spans, List.of()))
        .hasMessageContaining("do not overlap");
    assertThatThrownBy(() -> new EnergySpan(A, 5, 5, 1, false))
        .hasMessageContaining("span of time");
    assertThatThrownBy(() -> new Holding<>("job", A, 0, 1, 0)).hasMessageContaining("weight");
  }

  private static Energy energy(EnergySplit<String> split, String holder) {
    return split.held().getOrDefault(holder, Energy.NONE);
  }
}

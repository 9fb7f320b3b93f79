package io.pliant.cli.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DrillReportTest {
  @Test
  void shouldCountASilenceFromTheFaultOn() {
    assertThat(DrillReport.longestSilence(List.of(1.0, 9.0, 13.0, 14.0), 10, 20)).isEqualTo(3);
  }

  @Test
  void shouldNotLayWhatTheNextFaultDoesToTheOneBefore() {
    List<Double> times = List.of(11.0, 13.0, 19.0, 38.0);
    assertThat(DrillReport.longestSilence(times, 10, 20)).isEqualTo(6);
    assertThat(DrillReport.longestSilence(times, 20, 40)).isEqualTo(18);
  }

  @Test
  void shouldCountASilenceThatLastsUntilTheNextFault() {
    assertThat(DrillReport.longestSilence(List.of(11.0, 38.0), 10, 20)).isEqualTo(9);
    assertThat(DrillReport.longestSilence(List.of(38.0), 10, 20)).isEqualTo(10);
  }

  @Test
  void shouldCountNoSilenceWhenNothingIsToCome() {
    assertThat(DrillReport.longestSilence(List.of(11.0), 10, 20)).isEqualTo(1);
    assertThat(DrillReport.longestSilence(List.of(9.0), 10, 20)).isNegative();
  }
}

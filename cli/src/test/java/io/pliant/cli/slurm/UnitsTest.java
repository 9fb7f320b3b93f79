package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Sizes as sacct of Slurm 22.05 writes them. */
final class UnitsTest {
  @Test
  void shouldLoseNothingUnlessAUnitIsAskedFor() {
    assertThat(Units.EXACT.bytes(5_246_976L)).isEqualTo("5124K");
    assertThat(Units.EXACT.bytes(0L)).isEqualTo("0");
    assertThat(Units.EXACT.bytes(null)).isEmpty();
    assertThat(Units.EXACT.megabytes(4096)).isEqualTo("4G");
    assertThat(Units.parse("g").bytes(1_610_612_736L)).isEqualTo("1.50G");
    assertThat(Units.EXACT.disk(1_572_864L)).isEqualTo("1.50M");
    assertThat(Units.EXACT.count(1_500)).isEqualTo("1.50K");
    assertThatThrownBy(() -> Units.parse("X")).hasMessageContaining("K, M, G, T or P");
  }

  @Test
  void shouldWriteProcessorTimeAsSlurmDoes() {
    assertThat(Units.time(1.234)).isEqualTo("00:01.234");
    assertThat(Units.time(3_723.0)).isEqualTo("01:02:03");
    assertThat(Units.time(90_061.0)).isEqualTo("1-01:01:01");
    assertThat(Units.time(null)).isEmpty();
  }
}

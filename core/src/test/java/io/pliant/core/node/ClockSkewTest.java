package io.pliant.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockSkewTest {
  @Test
  void shouldTellDifferenceOfMoreThanFiveSecondsEitherWay() {
    assertThat(ClockSkew.ahead(1_000_000L, 1_005_000L)).isNull();
    assertThat(ClockSkew.ahead(1_007_400L, 1_000_000L)).isEqualTo(7_000L);
    assertThat(ClockSkew.ahead(1_000_000L, 8_200_000L)).isEqualTo(-7_200_000L);
    assertThat(ClockSkew.ahead(null, 0)).isNull();
    assertThat(ClockSkew.ahead(Long.MIN_VALUE, 0)).isNegative();
  }
}

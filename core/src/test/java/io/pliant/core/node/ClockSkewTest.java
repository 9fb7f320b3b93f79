package io.pliant.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockSkewTest {
  @Test
  void shouldTellThatAClockIsAheadAtOnce() {
    assertThat(after(0).ahead()).isNull();
    assertThat(after(5_000).ahead()).isNull();
    assertThat(after(7_400).ahead()).isEqualTo(7_000L);
    assertThat(after(7_400, 0).ahead()).isNull();
  }

  @Test
  void shouldNotTakeADelayForAClockThatIsBehind() {
    assertThat(after(-7_000).ahead()).isNull();
    assertThat(after(0, -30_000, -9_000, -8_000, -7_000).ahead()).isNull();
    assertThat(after(-30_000, -9_000, -8_000, -7_000, -4_000).ahead()).isNull();
  }

  @Test
  void shouldTellThatAClockIsBehindByTheQuickestOfSeveralMessages() {
    assertThat(after(0, -7_208_000, -7_200_400, -7_203_000, -7_202_000, -7_201_000).ahead())
        .isEqualTo(-7_200_000L);
    assertThat(after(-8_000, -8_000, -8_000, -8_000, -8_000, 0).ahead()).isNull();
  }

  @Test
  void shouldTakeAnyNumberOfALiar() {
    ClockSkew skew = ClockSkew.UNKNOWN;
    for (int i = 0; i < ClockSkew.IN_A_ROW; i++) {
      skew = skew.heard(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    assertThat(skew.ahead()).isNegative();
    assertThat(skew.heard(Long.MAX_VALUE, Long.MIN_VALUE).ahead()).isPositive();
    assertThat(skew.heard(null, 0).ahead()).isNull();
  }

  private static ClockSkew after(long... aheads) {
    ClockSkew skew = ClockSkew.UNKNOWN;
    for (long ahead : aheads) {
      skew = skew.heard(1_000_000_000L + ahead, 1_000_000_000L);
    }
    return skew;
  }
}

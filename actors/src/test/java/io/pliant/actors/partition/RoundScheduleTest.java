package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundScheduleTest {
  private static final long MILLI = 1_000_000;

  @Test
  void shouldLeaveShortRoundsASeventhOfTheTimeAndLongOnesAThird() {
    assertThat(RoundSchedule.pause(0)).isZero();
    assertThat(RoundSchedule.pause(MILLI)).isEqualTo(6 * MILLI);
    assertThat(RoundSchedule.pause(16 * MILLI)).isEqualTo(96 * MILLI);
    assertThat(RoundSchedule.pause(30 * MILLI)).isEqualTo(100 * MILLI);
    assertThat(RoundSchedule.pause(1000 * MILLI)).isEqualTo(2000 * MILLI);
  }
}

package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.StandstillEntry;
import io.pliant.core.job.Standstill;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StandstillTimesTest {
  private static final Instant START = Instant.parse("2026-11-25T12:00:00Z");
  private static final Standstill STOOD = Standstill.NONE.begun(at(10)).ended(at(15));

  @Test
  void shouldSayNothingOfWhatNeverStoodStill() {
    assertThat(StandstillEntry.of(Standstill.NONE, null)).isNull();
    assertThat(StandstillEntry.ran(START, at(7), null)).isEqualTo(Duration.ofSeconds(7));
    assertThat(StandstillEntry.begun(START, at(7), null)).isEqualTo(START);
    assertThat(StandstillEntry.begun(null, at(7), told(STOOD))).isNull();
  }

  @Test
  void shouldCountNoTimeThatItStood() {
    StandstillEntry still = told(STOOD.begun(at(20)));
    assertThat(StandstillEntry.until(at(26), still)).isEqualTo(Duration.ofSeconds(11));
    assertThat(StandstillEntry.ran(START, at(26), still)).isEqualTo(Duration.ofSeconds(15));
    assertThat(StandstillEntry.ran(START, at(99), still)).isEqualTo(Duration.ofSeconds(15));
    assertThat(StandstillEntry.begun(START, at(99), still)).isEqualTo(at(84));
    assertThat(StandstillEntry.end(START, Duration.ofSeconds(60), still)).isEqualTo(at(65));
  }

  @Test
  void shouldStandStillNoLongerThanUntilItsEnd() {
    StandstillEntry over = Objects.requireNonNull(StandstillEntry.of(STOOD.begun(at(20)), at(22)));
    assertThat(over.since()).isNull();
    assertThat(over.seconds()).isEqualTo(7);
  }

  @Test
  void shouldNeverHaveRunForLessThanNothing() {
    assertThat(StandstillEntry.ran(START, at(2), told(STOOD))).isEqualTo(Duration.ZERO);
  }

  private static StandstillEntry told(Standstill still) {
    return Objects.requireNonNull(StandstillEntry.of(still, null));
  }

  private static Instant at(int seconds) {
    return START.plusSeconds(seconds);
  }
}

package io.pliant.actors.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
  private static final Instant START = Instant.ofEpochSecond(1_800_000_000);
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Test
  void shouldBeLimitLessWhatIsUsed() {
    assertThat(left(Duration.ofMinutes(4))).isEqualTo(Duration.ofMinutes(6));
    assertThat(left(Duration.ofMinutes(11))).isZero();
  }

  @Test
  void shouldNeverBeMoreThanTheLimitWhenTheClockOfTheNextControllerIsBehind() {
    assertThat(left(Duration.ofHours(-2))).isEqualTo(LIMIT);
  }

  private static Duration left(Duration since) {
    return JobEnvironmentSettings.left(LIMIT, START, START.plus(since));
  }
}

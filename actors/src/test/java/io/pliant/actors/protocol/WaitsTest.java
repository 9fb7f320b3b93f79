package io.pliant.actors.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void shouldEndAfterWhatIsDue() {
    assertThat(Waits.until(NOW.plusSeconds(7), NOW)).isEqualTo(Duration.ofMillis(7001));
    assertThat(Waits.until(NOW, NOW)).isEqualTo(Duration.ofMillis(1));
    assertThat(Waits.until(NOW.minusSeconds(7), NOW)).isEqualTo(Duration.ofMillis(1));
    assertThat(Waits.until(Instant.MIN, NOW)).isEqualTo(Duration.ofMillis(1));
  }

  @Test
  void shouldBeTakenByTheSchedulerHoweverFarAway() {
    ActorTestKit kit = ActorTestKit.create();
    try {
      Duration wait = Waits.until(Instant.MAX, NOW);
      assertThat(
              kit.system()
                  .scheduler()
                  .scheduleOnce(wait, () -> {}, kit.system().executionContext())
                  .cancel())
          .isTrue();
    } finally {
      kit.shutdownTestKit();
    }
  }
}

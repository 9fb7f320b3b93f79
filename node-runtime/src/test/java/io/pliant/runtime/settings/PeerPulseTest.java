package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Looked at now and then, as Pekko does, by a clock that the test drives. */
final class PeerPulseTest {
  private static final Duration PAUSE = Duration.ofSeconds(3);
  private static final Duration LOOK = Duration.ofMillis(500);

  private long now = 17;
  private final PeerPulse pulse = new PeerPulse(PAUSE, () -> now);

  private void stall(Duration time) {
    now += time.toNanos();
  }

  /** Time passes while this process runs; says whether the other was there all the time. */
  private boolean silent(Duration time) {
    boolean available = true;
    for (Duration passed = LOOK; passed.compareTo(time) <= 0; passed = passed.plus(LOOK)) {
      stall(LOOK);
      available &= pulse.isAvailable();
    }
    return available;
  }

  private void heard(Duration time) {
    for (Duration passed = LOOK; passed.compareTo(time) <= 0; passed = passed.plus(LOOK)) {
      stall(LOOK);
      pulse.heartbeat();
      assertThat(pulse.isAvailable()).isTrue();
    }
  }

  @Test
  void shouldForgiveThePauseAndNoMore() {
    pulse.heartbeat();
    heard(PeerPulse.NEW);
    assertThat(silent(PAUSE)).isTrue();
    assertThat(silent(LOOK)).isFalse();
    pulse.heartbeat();
    assertThat(pulse.isAvailable()).isTrue();
  }

  @Test
  void shouldForgiveOneThatIsNewTwiceAsMuch() {
    pulse.heartbeat();
    assertThat(silent(PAUSE.multipliedBy(2))).isTrue();
    assertThat(silent(LOOK)).isFalse();
  }

  @Test
  void shouldNotCountTimeInWhichThisProcessDidNotRun() {
    pulse.heartbeat();
    heard(PeerPulse.NEW);
    assertThat(silent(Duration.ofSeconds(2))).isTrue();
    stall(Duration.ofMinutes(1));
    assertThat(pulse.silence()).isEqualTo(Duration.ofSeconds(62));
    assertThat(pulse.isAvailable()).isTrue();
    assertThat(pulse.silence()).isEqualTo(Duration.ofSeconds(2));
    assertThat(silent(Duration.ofSeconds(1))).isTrue();
    assertThat(silent(LOOK)).isFalse();
  }

  @Test
  void shouldNotWaitForAProcessThatIsGone() {
    pulse.heartbeat();
    pulse.end();
    assertThat(pulse.isAvailable()).isFalse();
    pulse.heartbeat();
    assertThat(pulse.isAvailable()).isTrue();
  }

  @Test
  void shouldKnowNothingOfOneThatWasNeverHeard() {
    stall(Duration.ofHours(1));
    assertThat(pulse.isMonitoring()).isFalse();
    assertThat(pulse.isAvailable()).isTrue();
    assertThat(pulse.silence()).isZero();
  }
}

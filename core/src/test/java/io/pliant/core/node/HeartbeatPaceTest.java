package io.pliant.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatPaceTest {
  private static final Duration BUSY = Duration.ofSeconds(2);

  @Test
  void shouldLetARestingNodeSpeakThreeTimesBeforeItCountsAsLost() {
    HeartbeatPace pace = HeartbeatPace.told(BUSY, 60_000);
    assertThat(pace.busy()).isEqualTo(BUSY);
    assertThat(pace.rest()).isEqualTo(Duration.ofSeconds(20));
    assertThat(pace.patience()).isLessThan(Duration.ofSeconds(60)).isGreaterThan(pace.rest());
  }

  @Test
  void shouldNeverSpeakMoreOftenAtRest() {
    assertThat(HeartbeatPace.told(BUSY, 6_000).rest()).isEqualTo(BUSY);
    assertThat(HeartbeatPace.told(BUSY, 0).rest()).isEqualTo(BUSY);
    assertThat(HeartbeatPace.told(BUSY, Integer.MIN_VALUE).rest()).isEqualTo(BUSY);
  }

  @Test
  void shouldNotRestWhereNobodySaysForHowLong() {
    assertThat(HeartbeatPace.told(BUSY, null).rest()).isEqualTo(BUSY);
    assertThat(HeartbeatPace.told(BUSY, 60_000).restless().rest()).isEqualTo(BUSY);
  }
}

package io.pliant.runtime.frames;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.node.ControllerMessage.Welcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final Duration SHORTEST = Duration.ofSeconds(15);

  @Test
  void shouldForgiveTenHeartbeatsAndNeverLessThanTheShortest() {
    assertThat(forgiven(2_000, null)).isEqualTo(Duration.ofSeconds(20));
    assertThat(forgiven(1_000, null)).isEqualTo(SHORTEST);
    assertThat(forgiven(-1, null)).isEqualTo(SHORTEST);
    assertThat(forgiven(Integer.MAX_VALUE, null))
        .isEqualTo(Duration.ofMillis(10L * Integer.MAX_VALUE));
  }

  @Test
  void shouldForgiveTheRestOfANodeButNotTheTimeAfterWhichItIsLost() {
    assertThat(forgiven(2_000, 60_000))
        .isGreaterThan(Duration.ofSeconds(30))
        .isLessThan(Duration.ofSeconds(60));
    assertThat(forgiven(2_000, -1)).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void shouldForgiveNoRestOfANodeThatDoesNotRest() {
    assertThat(Silence.busy(SHORTEST, welcome(2_000, 60_000))).isEqualTo(Duration.ofSeconds(20));
    assertThat(Silence.busy(SHORTEST, welcome(1_000, 60_000))).isEqualTo(SHORTEST);
  }

  private static Duration forgiven(int heartbeatMillis, @Nullable Integer nodeTimeoutMillis) {
    return Silence.forgiven(SHORTEST, welcome(heartbeatMillis, nodeTimeoutMillis));
  }

  private static Welcome welcome(int heartbeatMillis, @Nullable Integer nodeTimeoutMillis) {
    return new Welcome(
        new PartitionName("main"), "c1", heartbeatMillis, null, null, nodeTimeoutMillis);
  }
}

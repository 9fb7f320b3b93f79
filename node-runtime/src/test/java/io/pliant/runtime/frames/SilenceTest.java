package io.pliant.runtime.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final Duration SHORTEST = Duration.ofSeconds(15);

  @Test
  void shouldForgiveTenHeartbeatsAndNeverLessThanTheShortest() {
    assertThat(Silence.forgiven(SHORTEST, 2_000)).isEqualTo(Duration.ofSeconds(20));
    assertThat(Silence.forgiven(SHORTEST, 1_000)).isEqualTo(SHORTEST);
    assertThat(Silence.forgiven(SHORTEST, -1)).isEqualTo(SHORTEST);
    assertThat(Silence.forgiven(SHORTEST, Integer.MAX_VALUE))
        .isEqualTo(Duration.ofMillis(10L * Integer.MAX_VALUE));
  }
}

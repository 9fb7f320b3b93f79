package io.pliant.core.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RepeatPaceTest {
  @Test
  void shouldDoubleUpToHalfAMinuteWhileNothingHappens() {
    RepeatPace pace = RepeatPace.from(Duration.ofSeconds(2));
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      pauses.add(pace.pause().toSeconds());
      pace = pace.repeated(false);
    }
    assertThat(pauses).containsExactly(2L, 4L, 8L, 16L, 30L, 30L, 30L);
    assertThat(pace.slow()).isTrue();
    assertThat(pace.news().pause()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void shouldNotGrowWhileSomebodyWaits() {
    RepeatPace pace = RepeatPace.from(Duration.ofSeconds(2)).repeated(false).repeated(true);
    assertThat(pace.pause()).isEqualTo(Duration.ofSeconds(2));
    assertThat(pace.slow()).isFalse();
  }
}

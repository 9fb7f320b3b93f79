package io.pliant.core.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TimeTextTest {
  @Test
  void shouldReadLikeSlurmsQueue() {
    assertThat(TimeText.compact(Duration.ofSeconds(-4))).isEqualTo("0:00");
    assertThat(TimeText.compact(Duration.ofSeconds(5))).isEqualTo("0:05");
    assertThat(TimeText.compact(Duration.ofSeconds(754))).isEqualTo("12:34");
    assertThat(TimeText.compact(Duration.ofSeconds(3723))).isEqualTo("1:02:03");
    assertThat(TimeText.compact(Duration.ofSeconds(176_523))).isEqualTo("2-01:02:03");
  }

  @Test
  void shouldReadLikeSlurmsAccounting() {
    assertThat(TimeText.full(Duration.ofSeconds(5))).isEqualTo("00:00:05");
    assertThat(TimeText.full(Duration.ofSeconds(176_523))).isEqualTo("2-01:02:03");
  }

  @Test
  void shouldSayInfiniteWhenThereIsNoLimit() {
    assertThat(TimeText.limit(null)).isEqualTo("infinite");
    assertThat(TimeText.limit(3600L)).isEqualTo("1:00:00");
  }

  @Test
  void shouldKeepThreeFiguresOnAStopwatch() {
    assertThat(TimeText.stopwatch(Duration.ofMillis(423))).isEqualTo("0.42 s");
    assertThat(TimeText.stopwatch(Duration.ofMillis(12_345))).isEqualTo("12.3 s");
    assertThat(TimeText.stopwatch(Duration.ofMillis(185_000))).isEqualTo("3 min 05 s");
  }

  @Test
  void shouldUseTheLargestExactUnitOfMemory() {
    assertThat(SizeText.megabytes(0)).isEqualTo("0M");
    assertThat(SizeText.megabytes(512)).isEqualTo("512M");
    assertThat(SizeText.megabytes(16 * 1024)).isEqualTo("16G");
    assertThat(SizeText.megabytes(2 * 1024 * 1024)).isEqualTo("2T");
    assertThat(SizeText.megabytes(1500)).isEqualTo("1500M");
  }
}

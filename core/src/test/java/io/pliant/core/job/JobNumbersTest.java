package io.pliant.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobStripes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class JobNumbersTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void shouldBeginFirstEpochWithoutPassingNumbersOver() {
    JobNumbers begun = begin(JobNumbers.NONE, null, NOW);

    assertThat(begun.epoch()).isEqualTo(NOW.getEpochSecond());
    assertThat(begun.next(8, JobStripes.ONE, 0, NOW).first()).isEqualTo(1);
    assertThat(begun.begin(null, NOW.plusSeconds(9))).isNull();
  }

  @Test
  void shouldPassOverNumbersThatMayHaveBeenGivenOutAfterTheBackup() {
    JobNumbers backup = given(begin(JobNumbers.NONE, null, NOW), 500, NOW);

    JobNumbers soon = begin(backup, "backup 7", NOW.plusSeconds(60));
    JobNumbers late = begin(backup, "backup 7", NOW.plus(Duration.ofDays(7)));

    assertThat(soon.next(1, JobStripes.ONE, 0, NOW).first()).isEqualTo(200_001);
    assertThat(late.next(1, JobStripes.ONE, 0, NOW).first()).isEqualTo(121_000_001);
    assertThat(late.epoch()).isGreaterThan(soon.epoch());
  }

  @Test
  void shouldBeginOneEpochHoweverManyControllersTellOfARestore() {
    JobNumbers restored = begin(given(JobNumbers.NONE, 8, NOW), "backup 7", NOW.plusSeconds(1));

    assertThat(restored.begin("backup 7", NOW.plusSeconds(2))).isNull();
    assertThat(restored.begin(null, NOW.plusSeconds(2))).isNull();
    assertThat(restored.begin("backup 9", NOW.plusSeconds(2))).isNotNull();
  }

  @Test
  void shouldRiseWhenTheClockIsBehind() {
    JobNumbers known = begin(JobNumbers.NONE, null, NOW);

    JobNumbers restored = begin(known, "backup 7", NOW.minus(Duration.ofDays(400)));

    assertThat(restored.epoch()).isEqualTo(known.epoch() + 1);
  }

  @Test
  void shouldKeepEpochWhileBlocksAreGiven() {
    JobNumbers numbers = begin(JobNumbers.NONE, "backup 7", NOW);

    JobNumbers later = given(numbers, 8, NOW.plusSeconds(1));

    assertThat(later.epoch()).isEqualTo(numbers.epoch());
    assertThat(later.begin("backup 7", NOW.plusSeconds(5))).isNull();
  }

  private static JobNumbers begin(JobNumbers numbers, @Nullable String mark, Instant now) {
    return numbers.evolve(Objects.requireNonNull(numbers.begin(mark, now)));
  }

  private static JobNumbers given(JobNumbers numbers, int size, Instant now) {
    return numbers.evolve(numbers.next(size, JobStripes.ONE, 0, now));
  }
}

package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.api.ArrayEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StepIdsTest {
  @Test
  void shouldMeanAJobWithItsStepsOrSomeStepsAlone() {
    StepIds ids = StepIds.parse("12,13.0,14.batch");

    assertThat(ids.jobs()).isEqualTo("12,13,14");
    assertThat(contains(ids, 12, null)).isTrue();
    assertThat(contains(ids, 12, "batch")).isTrue();
    assertThat(contains(ids, 13, "0")).isTrue();
    assertThat(contains(ids, 13, null)).isFalse();
    assertThat(contains(ids, 14, "0")).isFalse();
    assertThat(contains(StepIds.parse(null), 99, null)).isTrue();
  }

  private static boolean contains(StepIds ids, long job, @Nullable String step) {
    return ids.contains(new JobId(job), null, step);
  }

  @Test
  void shouldMeanElementsOfAnArray() {
    JobId array = new JobId(12);
    ArrayEntry seventh = ArrayEntry.element(array, 7);
    JobId own = new JobId(19);

    assertThat(StepIds.parse("12").contains(own, seventh, null)).isTrue();
    assertThat(StepIds.parse("12_7").contains(own, seventh, "batch")).isTrue();
    assertThat(StepIds.parse("12_[3-6],19").contains(own, seventh, null)).isTrue();
    assertThat(StepIds.parse("12_[3-6,8]").contains(own, seventh, null)).isFalse();
    assertThat(StepIds.parse("12_7.0").contains(own, seventh, "batch")).isFalse();
    assertThat(StepIds.parse("12_[3-6,8]").jobs()).isEqualTo("12");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "12,", "0", "12.x", "-1", "12_", "12_x", "12_[3"})
  void shouldNameWhatIsNoJob(String list) {
    assertThatThrownBy(() -> StepIds.parse(list))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("Invalid job id");
  }
}

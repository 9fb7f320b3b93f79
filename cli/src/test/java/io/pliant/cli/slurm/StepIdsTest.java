package io.pliant.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.cli.invocation.CommandFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StepIdsTest {
  @Test
  void shouldMeanAJobWithItsStepsOrSomeStepsAlone() {
    StepIds ids = StepIds.parse("12,13.0,14.batch");

    assertThat(ids.jobs()).isEqualTo("12,13,14");
    assertThat(ids.contains("12")).isTrue();
    assertThat(ids.contains("12.batch")).isTrue();
    assertThat(ids.contains("13.0")).isTrue();
    assertThat(ids.contains("13")).isFalse();
    assertThat(ids.contains("14.0")).isFalse();
    assertThat(StepIds.parse(null).contains("99")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "12,", "0", "12.x", "-1", "12_3"})
  void shouldNameWhatIsNoJob(String list) {
    assertThatThrownBy(() -> StepIds.parse(list))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("Invalid job id");
  }
}

package io.pliant.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StepUsageTest {
  private static final StepUsage GROUP =
      new StepUsage(StepUsage.CGROUP, 100L, 2_000L, 300L, 40L, null);
  private static final StepUsage PROCESSES =
      new StepUsage(StepUsage.RUSAGE, 70L, 1L, 2L, null, null);

  @Test
  void shouldAddUpAllButTheMemoryOfDifferentNodes() {
    assertThat(StepUsage.sum(GROUP, GROUP))
        .isEqualTo(new StepUsage(StepUsage.CGROUP, 100L, 4_000L, 600L, 80L, null));
    assertThat(StepUsage.sum(PROCESSES, GROUP))
        .isEqualTo(new StepUsage(StepUsage.RUSAGE, 100L, 2_001L, 302L, 40L, null));
    assertThat(StepUsage.sum(null, GROUP)).isEqualTo(GROUP);
    assertThat(StepUsage.sum(GROUP, null)).isEqualTo(GROUP);
    assertThat(StepUsage.sum(null, null)).isNull();
  }

  @Test
  void shouldStayWithinTheLargestNumberWhateverNodesSay() {
    StepUsage all = new StepUsage(StepUsage.CGROUP, 1L, Long.MAX_VALUE, 1L, 1L, 1L);

    StepUsage sum = Objects.requireNonNull(StepUsage.sum(all, all));

    assertThat(sum.userMicros()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> new StepUsage(StepUsage.CGROUP, -1L, null, null, null, null))
        .hasMessage("Expected peak memory of at least 0, but got -1.");
    assertThatThrownBy(() -> new StepUsage("guess", null, null, null, null, null))
        .hasMessage("Expected usage by cgroup or rusage, but got 'guess'.");
  }
}

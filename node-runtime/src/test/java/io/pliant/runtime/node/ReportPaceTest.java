package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportPaceTest {
  private static final long NOW = Long.MAX_VALUE - 1; // monotonic time may begin anywhere

  private final ReportPace pace = new ReportPace(NOW);

  @Test
  void shouldPassTheFirstOnAtOnce() {
    assertThat(pace.waitNanos(NOW)).isZero();
  }

  @Test
  void shouldWaitTheLongerTheMoreWasSaid() {
    pace.passed(0, NOW);
    assertThat(pace.waitNanos(NOW)).isEqualTo(ReportPace.NANOS_PER_PASS);

    pace.passed(1_000, NOW);
    long wait = ReportPace.NANOS_PER_PASS + 1_000 * ReportPace.NANOS_PER_ENTRY;
    assertThat(pace.waitNanos(NOW)).isEqualTo(wait);
    assertThat(pace.waitNanos(NOW + wait)).isZero();
  }
}

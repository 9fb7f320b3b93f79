package io.pliant.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitReasonTest {
  @ParameterizedTest
  @ValueSource(strings = {"its node lost power", "its node lost power."})
  void shouldEndTheCauseOfAHoldWithOneFullStop(String cause) {
    assertThat(new WaitReason.HeldAfterFailures(cause).describe())
        .isEqualTo(
            "The job is held: its node lost power."
                + " When that is mended, 'pliant release' lets it start.");
  }
}

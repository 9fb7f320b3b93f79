package io.pliant.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.energy.Energy;
import io.pliant.core.energy.JobEnergy;
import io.pliant.core.energy.JobInterval;
import io.pliant.core.energy.Share;
import io.pliant.core.energy.StepShare;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StepEnergyEntryTest {
  private static final JobId JOB = new JobId(7);
  private static final Energy ENERGY = new Energy(1_200_000_000, 8_000_000, 0, 310, true);
  private static final JobEnergy ACCOUNT =
      JobEnergy.NONE
          .plus(new Share(new JobInterval(JOB, 2, 0), 2, 0, null, List.of("model"), ENERGY))
          .plus(new StepShare(new StepId(JOB, 2, 0), List.of("model"), ENERGY))
          .plus(new StepShare(new StepId(JOB, 1, 1), List.of("rapl"), Energy.NONE));

  @Test
  void shouldTellTheGapOnceAllIsCounted() {
    assertThat(energy(step(0, 2, 10.0), ACCOUNT))
        .isEqualTo(new StepEnergyEntry(1_200, 300.0, 310, List.of("model"), true, 8, null));
    assertThat(energy(step(0, 2, 10.0), ACCOUNT.complete(2)))
        .isEqualTo(new StepEnergyEntry(1_200, 300.0, 310, List.of("model"), true, 8, 2.0));
    // clocks may differ by some milliseconds
    assertThat(energy(step(0, 2, 7.996), ACCOUNT.complete(2)))
        .extracting("gapSeconds")
        .isEqualTo(0.0);
  }

  @Test
  void shouldHaveAPeakOfAtLeastTheMean() {
    Energy brief = new Energy(20_000_000, 100_000, 0, 20, false);
    JobEnergy account = ACCOUNT.plus(new StepShare(new StepId(JOB, 2, 3), List.of("rapl"), brief));
    assertThat(energy(step(3, 2, null), account))
        .isEqualTo(new StepEnergyEntry(20, 400.0, 400, List.of("rapl"), false, 0.1, null));
  }

  @Test
  void shouldTellNothingOfAStepThatHasNothingOrOfAnotherAttempt() {
    assertThat(energy(step(1, 2, 5.0), ACCOUNT)).isNull();
    assertThat(energy(step(0, 1, 5.0), ACCOUNT)).isNull();
    StepEnergyEntry unmeasured = energy(step(1, 1, 5.0), ACCOUNT.complete(2));
    assertThat(unmeasured)
        .isEqualTo(new StepEnergyEntry(0, null, 0, List.of("rapl"), false, 0, 5.0));
  }

  private static @Nullable StepEnergyEntry energy(StepDetails step, JobEnergy account) {
    return step.with(JobEnergyEntry.of(JOB, account)).energy();
  }

  /** A step of two nodes. */
  private static StepDetails step(int number, int attempt, @Nullable Double nodeSeconds) {
    return new StepDetails(
        number,
        attempt,
        "heat",
        JobStatus.COMPLETED,
        List.of(new NodeName("n1"), new NodeName("n2")),
        2,
        false,
        ExitStatus.SUCCESS,
        "",
        null,
        null,
        nodeSeconds,
        null,
        null);
  }
}

package io.pliant.actors.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobOrder;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LaunchPaceTest {
  private static final long LARGE = 1_200_000;

  private final LaunchPace pace = new LaunchPace();
  private final JobOrder launch = new JobOrder.Launch(new StepId(new JobId(7), 1, 1), 0);

  @Test
  void shouldSaySmallOnesAtEachReminder() {
    pace.said(launch, LaunchPace.SMALL_BYTES - 1);

    assertThat(pace.due(launch)).isTrue();
    pace.said(launch, LaunchPace.SMALL_BYTES - 1);
    assertThat(pace.due(launch)).isTrue();
    assertThat(pace.waiting()).isZero();
  }

  @Test
  void shouldForgetThoseOfStepsThatAreOver() {
    JobOrder other = new JobOrder.Launch(new StepId(new JobId(7), 1, 2), 0);
    pace.said(launch, LARGE);
    pace.said(other, LARGE);

    pace.keep(Set.of(other));

    assertThat(pace.waiting()).isOne();
    assertThat(pace.due(other)).isFalse();
  }

  @Test
  void shouldSayLargeOnesLaterAndLater() {
    assertThat(remindersUntilSaid()).isEqualTo(5);
    assertThat(remindersUntilSaid()).isEqualTo(10);
    assertThat(remindersUntilSaid()).isEqualTo(20);
    assertThat(remindersUntilSaid()).isEqualTo(LaunchPace.MOST_REMINDERS);
    assertThat(LaunchPace.pause(LARGE, Integer.MAX_VALUE)).isEqualTo(LaunchPace.MOST_REMINDERS);
  }

  @Test
  void shouldBeginAnewWhenOtherThingsAreOwed() {
    pace.said(launch, LARGE);
    assertThat(pace.due(launch)).isFalse();

    pace.forget();

    assertThat(pace.due(launch)).isTrue();
  }

  private int remindersUntilSaid() {
    pace.said(launch, LARGE);
    int passed = 0;
    while (!pace.due(launch)) {
      passed++;
    }
    return passed;
  }
}

package io.pliant.core.energy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EnergyCounterTest {
  private static final long SECOND = 1_000_000;
  private static final long RANGE = 65_712_999_613L;
  private static final EnergyCounter UNREAD = EnergyCounter.unread(RANGE, 4_000);

  @Test
  void shouldAddUpToWhatWasDrawnHoweverOftenItIsReadAndTurns() {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      long real = random.nextLong(RANGE);
      long began = real;
      long at = 0;
      long sum = 0;
      EnergyCounter counter = UNREAD.read(real % (RANGE + 1), at).next();
      for (int i = 0; i < 500; i++) {
        long passed = 1 + random.nextLong(16 * SECOND);
        at += passed;
        real += random.nextLong(passed * 4_000);
        EnergyCounter.Step step = counter.read(real % (RANGE + 1), at);
        sum += Objects.requireNonNull(step.counted()).microjoules();
        counter = step.next();
      }
      assertThat(sum).as("seed %d", seed).isEqualTo(real - began);
    }
  }

  @Test
  void shouldTakeAResetForAGapAndSaySoOnce() {
    EnergyCounter counter = UNREAD.read(30_000_000_000L, 0).next();

    EnergyCounter.Step reset = counter.read(5, SECOND);
    assertThat(reset.counted()).isNull();
    assertThat(reset.complaint()).contains("from 30000000000 to 5");
    EnergyCounter.Step again = reset.next().read(40_000_000_000L, 2 * SECOND);
    assertThat(again.counted()).isNull();
    assertThat(again.complaint()).isNull();
    EnergyCounter.Step fine = again.next().read(40_000_000_007L, 3 * SECOND);
    assertThat(fine.counted()).isEqualTo(new EnergyCounter.Counted(2 * SECOND, 3 * SECOND, 7));
    assertThat(fine.next().ailing()).isFalse();
  }

  @Test
  void shouldNotGuessAfterATimeInWhichItMayHaveTurnedTwice() {
    EnergyCounter counter = UNREAD.read(1, 0).next();
    EnergyCounter.Step late = counter.read(2, 17 * SECOND);
    assertThat(late.counted()).isNull();
    assertThat(late.complaint()).isNull();
    assertThat(late.next().read(3, 18 * SECOND).counted())
        .isEqualTo(new EnergyCounter.Counted(17 * SECOND, 18 * SECOND, 1));
  }

  @Test
  void shouldComplainOnceOfACounterThatFailsEveryOtherTime() {
    EnergyCounter counter = UNREAD.read(1, 0).next();
    int complaints = 0;
    for (int i = 1; i <= 10; i++) {
      EnergyCounter.Step step = i % 2 == 1 ? counter.failed("broken") : counter.read(i, i * SECOND);
      complaints += step.complaint() == null ? 0 : 1;
      assertThat(step.counted()).isNull();
      counter = step.next();
    }
    assertThat(complaints).isEqualTo(1);
  }

  @Test
  void shouldCountNothingWhenNoTimePassed() {
    EnergyCounter counter = UNREAD.read(1, 5).next();
    assertThat(counter.read(9, 5)).isEqualTo(new EnergyCounter.Step(counter, null, null));
  }

  @Test
  void shouldRefuseAValueBeyondItsRange() {
    assertThat(UNREAD.read(RANGE + 1, 0).complaint()).contains("its range is " + RANGE);
    assertThat(UNREAD.read(RANGE, 0).complaint()).isNull();
  }
}

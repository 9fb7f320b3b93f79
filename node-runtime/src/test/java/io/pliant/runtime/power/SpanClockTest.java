package io.pliant.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class SpanClockTest {
  private static final long SECOND = 1_000_000_000;
  private static final long WALL = 1_767_323_045_000_000L;

  @Test
  void shouldPassAsTheMonotonicClockDoes() {
    SpanClock clock = new SpanClock(77, WALL);
    assertThat(clock.micros(77)).isEqualTo(WALL);
    assertThat(clock.micros(77 + SECOND)).isEqualTo(WALL + 1_000_000);
    assertThat(clock.follow(new SpanClock.Moment(77 + SECOND, WALL + 1_000_000))).isZero();
    assertThat(clock.micros(77 + 3 * SECOND)).isEqualTo(WALL + 3_000_000);
  }

  @Test
  void shouldFollowASmallErrorByAThousandthAndNoFurtherThanItGoes() {
    SpanClock clock = new SpanClock(0, WALL);
    assertThat(clock.follow(new SpanClock.Moment(SECOND, WALL + 1_000_000 - 2_500))).isZero();
    assertThat(clock.micros(SECOND)).isEqualTo(WALL + 1_000_000);
    assertThat(clock.micros(2 * SECOND)).isEqualTo(WALL + 2_000_000 - 1_000);
    assertThat(clock.micros(60 * SECOND)).isEqualTo(WALL + 60_000_000 - 2_500);
  }

  @Test
  void shouldJumpWithTheWallClock() {
    SpanClock clock = new SpanClock(0, WALL);
    assertThat(clock.follow(new SpanClock.Moment(SECOND, WALL + 3_600_000_000L)))
        .isEqualTo(3_599_000_000L);
    assertThat(clock.micros(SECOND)).isEqualTo(WALL + 3_600_000_000L);
    assertThat(clock.follow(new SpanClock.Moment(2 * SECOND, WALL))).isEqualTo(-3_601_000_000L);
    assertThat(clock.micros(2 * SECOND)).isEqualTo(WALL);
  }

  @Test
  void shouldNeverGoBackBetweenJumps() {
    Random random = new Random(3);
    SpanClock clock = new SpanClock(0, WALL);
    long nanos = 0;
    long last = clock.micros(0);
    for (int i = 0; i < 20_000; i++) {
      nanos += random.nextLong(5_000_000);
      long now = clock.micros(nanos);
      assertThat(now).isGreaterThanOrEqualTo(last);
      last = now;
      if (i % 300 == 0) {
        assertThat(
                clock.follow(new SpanClock.Moment(nanos, now + random.nextLong(-400_000, 400_000))))
            .isZero();
      }
    }
  }

  @Test
  void shouldNotTakeAThreadKeptWaitingForAJump() {
    long[] nanos = {0, SECOND, SECOND, 3 * SECOND, 3 * SECOND, 3 * SECOND + 1_000};
    int[] next = {0};
    SpanClock.Moment moment = SpanClock.Moment.now(() -> nanos[next[0]++], () -> WALL + next[0]);
    assertThat(moment).isEqualTo(new SpanClock.Moment(3 * SECOND + 500, WALL + 5));

    long[] busy = {0};
    assertThat(SpanClock.Moment.now(() -> busy[0] += SECOND, () -> WALL)).isNull();
  }

  @Test
  void shouldTellTheTimeOfASampleJustBeforeAJump() {
    SpanClock clock = new SpanClock(0, WALL);
    assertThat(clock.follow(new SpanClock.Moment(2 * SECOND, WALL + 60_000_000)))
        .isEqualTo(58_000_000);
    assertThat(clock.micros(2 * SECOND - 7_000)).isEqualTo(WALL + 60_000_000 - 7);
  }
}

package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.node.HeartbeatPace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatTimerTest {
  private static final HeartbeatPace PACE = HeartbeatPace.told(Duration.ofSeconds(2), 60_000);

  private final List<Duration> pauses = new ArrayList<>();
  private final List<Boolean> rests = new ArrayList<>();
  private boolean idle;
  private final HeartbeatTimer timer = new HeartbeatTimer(pauses::add, () -> idle, rests::add);

  @Test
  void shouldBeatAsOftenAsIsWantedWhileSomethingRuns() {
    timer.welcomed(PACE);
    timer.next();
    timer.settle();
    assertThat(pauses).containsExactly(PACE.busy(), PACE.busy());
  }

  @Test
  void shouldRestForMoreThanTenSecondsAndNotAlwaysForTheSameTime() {
    idle = true;
    timer.welcomed(PACE);
    for (int i = 0; i < 100; i++) {
      timer.next();
    }
    assertThat(pauses).allMatch(p -> p.toMillis() > 17_000 && p.toMillis() < 23_000);
    assertThat(new HashSet<>(pauses)).hasSizeGreaterThan(10);
  }

  @Test
  void shouldEndTheRestOnceSomethingRuns() {
    idle = true;
    timer.welcomed(PACE);
    timer.settle();
    assertThat(pauses).hasSize(1);
    idle = false;
    timer.settle();
    timer.settle();
    assertThat(pauses).hasSize(2).last().isEqualTo(PACE.busy());
    assertThat(rests).containsExactly(true, false);
  }

  @Test
  void shouldNotCallItARestWhereNothingComesMoreRarely() {
    idle = true;
    timer.welcomed(PACE.restless());
    assertThat(pauses).containsExactly(PACE.busy());
    assertThat(rests).isEmpty();
  }

  @Test
  void shouldEndTheRestWithTheConnection() {
    idle = true;
    timer.welcomed(PACE);
    timer.end();
    timer.end();
    assertThat(rests).containsExactly(true, false);
  }

  @Test
  void shouldBeatNoMoreWithoutAConnection() {
    timer.next();
    timer.settle();
    timer.welcomed(PACE);
    timer.end();
    timer.next();
    assertThat(pauses).hasSize(1);
  }
}

package io.pliant.actors.partition;

import static io.pliant.actors.partition.DeskFixture.JOB;
import static io.pliant.actors.partition.DeskFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.view.ClusterPower;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PowerDeskTest {
  private final DeskFixture fixture = new DeskFixture(Set.of());
  private final PowerDesk desk = fixture.desk;

  @Test
  void shouldWaitForTheBoundsButNotForEver() {
    assertThat(desk.waits()).isTrue();
    fixture.now = START.plus(PowerDesk.PATIENCE);
    assertThat(desk.waits()).isTrue();
    fixture.now = fixture.now.plusMillis(1);
    assertThat(desk.waits()).isFalse();
  }

  @Test
  void shouldWaitNoMoreOnceItKnowsThatThereAreNoBounds() {
    assertThat(desk.waits()).isTrue();
    assertThat(desk.told(new PartitionCommand.BoundsReported(new CorridorTable(List.of()), 0)))
        .isTrue();
    assertThat(desk.waits()).isFalse();
    assertThat(desk.knowledge().of(fixture.state, fixture.now)).isNull();
    assertThat(fixture.look()).isFalse();
    assertThat(fixture.standings.getLast().bounded()).isTrue();
  }

  @Test
  void shouldNotGoBackToBoundsThatAreOlder() {
    assertThat(fixture.bounds(5, new Corridor(0, 400))).isTrue();
    assertThat(fixture.bounds(5, new Corridor(0, 400))).isFalse();
    assertThat(fixture.bounds(4, new Corridor(0, 100))).isFalse();

    assertThat(fixture.known().corridor()).isEqualTo(new Corridor(0, 400));
  }

  @Test
  void shouldAskForARoundWhenBoundsChangeByTimeOrAreBroken() {
    desk.told(
        new PartitionCommand.BoundsReported(
            new CorridorTable(
                List.of(
                    new CorridorTable.Change(START.toEpochMilli(), new Corridor(0, 400)),
                    new CorridorTable.Change(
                        START.plusSeconds(10).toEpochMilli(), new Corridor(0, 300)))),
            1));
    assertThat(fixture.known().corridor()).isEqualTo(new Corridor(0, 400));
    assertThat(fixture.look()).isFalse();
    assertThat(desk.untilChange()).isEqualTo(Duration.ofMillis(10_001));

    fixture.now = START.plusSeconds(10);
    assertThat(fixture.look()).as("the bounds have changed").isTrue();
    assertThat(fixture.known().corridor()).isEqualTo(new Corridor(0, 300));
    assertThat(fixture.look()).isFalse();

    fixture.meter(2, 131);
    assertThat(fixture.look()).as("200 + 131 W are over the upper bound").isTrue();
    assertThat(fixture.standings.getLast().watts()).isEqualTo(331);
    assertThat(fixture.standings.getLast().metered()).isEqualTo(1);
  }

  @Test
  void shouldTakeMetersForTheJobsWattsOnceItHasWarmedUp() {
    fixture.bounds(1, new Corridor(0, 400));
    fixture.now = START.plusSeconds(2);
    fixture.meter(1, 71);
    fixture.look();
    assertThat(fixture.known().jobs()).isEmpty();

    fixture.now = START.plusSeconds(5);
    fixture.meter(1, 170);
    fixture.look();
    assertThat(fixture.known().jobs())
        .containsExactly(new ClusterPower.JobWatts(JOB, Watts.measured(170)));

    fixture.tell(new PartitionIntent.Release(JOB, 1, null));
    fixture.look();
    assertThat(fixture.known().jobs()).isEmpty();
  }

  @Test
  void shouldKeepAnAlarmUntilTheBoundsAreMet() {
    fixture.bounds(1, new Corridor(0, 250));
    assertThat(fixture.known()).isNotNull();
    fixture.round(alarm());
    assertThat(desk.alarm()).isEqualTo(alarm());
    fixture.look();
    assertThat(fixture.standings.getLast().alarm()).isEqualTo(alarm());

    fixture.round(null);
    fixture.look();
    assertThat(desk.alarm()).as("270 W are over the upper bound still").isNotNull();

    fixture.bounds(2, new Corridor(0, 300));
    fixture.look();
    assertThat(desk.alarm()).isNull();
    assertThat(fixture.standings.getLast().alarm()).isNull();
  }

  private static CorridorAlarm alarm() {
    return new CorridorAlarm(new Shortfall(Shortfall.Bound.UPPER, 20, "of a test"), 0, List.of());
  }
}

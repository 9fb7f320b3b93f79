package io.pliant.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Allocation;
import io.pliant.core.partition.NodeCapacity;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.partition.Slice;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.spec.ResourceRequest;
import io.pliant.core.view.ClusterPower;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class PowerDeskTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final JobId JOB = new JobId(1);
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final PartitionSettings settings =
      new PartitionSettings(
          MAIN,
          true,
          "*",
          "elastic",
          Duration.ofHours(1),
          null,
          true,
          5,
          PriorityRule.SUBMISSION,
          new NodeWatts(70, Watts.declared(150, 250)));
  private final PartitionLifecycle lifecycle = new PartitionLifecycle(settings);
  private final List<PartitionStanding> standings = new ArrayList<>();
  private final PowerMeters meters = new PowerMeters();
  private final PowerDesk desk =
      new PowerDesk(environment(), meters, LoggerFactory.getLogger(PowerDeskTest.class));
  private Instant now = START;
  private PartitionState state = PartitionState.empty(MAIN);

  @BeforeEach
  void runAJobOnOneOfTwoNodes() {
    tell(new PartitionIntent.NodeSeen(node(1), new NodeCapacity(4, 1000), List.of()));
    tell(new PartitionIntent.NodeSeen(node(2), new NodeCapacity(4, 1000), List.of()));
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                JOB,
                1,
                "job",
                "ada",
                ResourceRequest.wholeNodes(1),
                null,
                false,
                null,
                START,
                null)));
    Slice slice = new Slice(node(1), 4, 1000, 1);
    tell(
        new PartitionIntent.StartJobs(
            List.of(new Decision.Start(JOB, new Allocation(List.of(slice))))));
  }

  @Test
  void shouldWaitForTheBoundsButNotForEver() {
    assertThat(desk.waits()).isTrue();
    now = START.plus(PowerDesk.PATIENCE);
    assertThat(desk.waits()).isTrue();
    now = now.plusMillis(1);
    assertThat(desk.waits()).isFalse();
  }

  @Test
  void shouldWaitNoMoreOnceItKnowsThatThereAreNoBounds() {
    assertThat(desk.waits()).isTrue();
    assertThat(desk.told(new PartitionCommand.CorridorTold(new CorridorTable(List.of()), 0)))
        .isTrue();
    assertThat(desk.waits()).isFalse();
    assertThat(desk.knowledge().of(state, now)).isNull();
    assertThat(desk.look(state)).isFalse();
    assertThat(standings.getLast().bounded()).isTrue();
  }

  @Test
  void shouldNotGoBackToBoundsThatAreOlder() {
    assertThat(bounds(5, new Corridor(0, 400))).isTrue();
    assertThat(bounds(5, new Corridor(0, 400))).isFalse();
    assertThat(bounds(4, new Corridor(0, 100))).isFalse();

    assertThat(known().corridor()).isEqualTo(new Corridor(0, 400));
  }

  @Test
  void shouldAskForARoundWhenBoundsChangeByTimeOrAreBroken() {
    desk.told(
        new PartitionCommand.CorridorTold(
            new CorridorTable(
                List.of(
                    new CorridorTable.Change(START.toEpochMilli(), new Corridor(0, 400)),
                    new CorridorTable.Change(
                        START.plusSeconds(10).toEpochMilli(), new Corridor(0, 300)))),
            1));
    assertThat(known().corridor()).isEqualTo(new Corridor(0, 400));
    assertThat(desk.look(state)).isFalse();
    assertThat(desk.untilChange()).isEqualTo(Duration.ofMillis(10_001));

    now = START.plusSeconds(10);
    assertThat(desk.look(state)).as("the bounds have changed").isTrue();
    assertThat(known().corridor()).isEqualTo(new Corridor(0, 300));
    assertThat(desk.look(state)).isFalse();

    meter(2, 131);
    assertThat(desk.look(state)).as("200 + 131 W are over the upper bound").isTrue();
    assertThat(standings.getLast().watts()).isEqualTo(331);
    assertThat(standings.getLast().metered()).isEqualTo(1);
  }

  @Test
  void shouldTakeMetersForTheJobsWattsOnceItHasWarmedUp() {
    bounds(1, new Corridor(0, 400));
    now = START.plusSeconds(2);
    meter(1, 71);
    desk.look(state);
    assertThat(known().jobs()).isEmpty();

    now = START.plusSeconds(5);
    meter(1, 170);
    desk.look(state);
    assertThat(known().jobs()).containsExactly(new ClusterPower.JobWatts(JOB, Watts.measured(170)));

    tell(new PartitionIntent.Release(JOB, 1, null));
    desk.look(state);
    assertThat(known().jobs()).isEmpty();
  }

  @Test
  void shouldKeepAnAlarmUntilTheBoundsAreMet() {
    bounds(1, new Corridor(0, 250));
    assertThat(known()).isNotNull();
    desk.planned(plan(alarm()));
    assertThat(desk.alarm()).isEqualTo(alarm());
    desk.look(state);
    assertThat(standings.getLast().alarm()).isEqualTo(alarm());

    desk.planned(plan(null));
    desk.look(state);
    assertThat(desk.alarm()).as("270 W are over the upper bound still").isNotNull();

    bounds(2, new Corridor(0, 300));
    desk.look(state);
    assertThat(desk.alarm()).isNull();
    assertThat(standings.getLast().alarm()).isNull();
  }

  private ClusterPower known() {
    return Objects.requireNonNull(desk.knowledge().of(state, now));
  }

  private boolean bounds(long version, Corridor corridor) {
    return desk.told(
        new PartitionCommand.CorridorTold(
            new CorridorTable(List.of(new CorridorTable.Change(START.toEpochMilli(), corridor))),
            version));
  }

  private static Plan plan(@Nullable CorridorAlarm alarm) {
    return new Plan(1, "elastic", List.of(), new TreeMap<>(), alarm);
  }

  private static CorridorAlarm alarm() {
    return new CorridorAlarm(new Shortfall(Shortfall.Bound.UPPER, 20, "of a test"), 0, List.of());
  }

  /** A span of the last second. */
  private void meter(int node, double watts) {
    long to = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    EnergySpan span =
        new EnergySpan(node(node), to - 1_000_000, to, Math.round(watts * 1e6), false);
    meters.seen(
        new PartitionCommand.PowerSeen(node(node), new PowerReport("rapl", List.of(span))), now);
  }

  private static NodeName node(int number) {
    return new NodeName("n" + number);
  }

  private void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, START).events().forEach(e -> state = state.evolve(e));
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        settings,
        Policies.named("elastic"),
        Runnable::run,
        DecisionLog.NONE,
        new Recorder(),
        new SetClock(),
        "c1",
        "127.0.0.1",
        1,
        Duration.ofHours(1),
        Duration.ofHours(1),
        Duration.ofMillis(100));
  }

  private final class SetClock extends Clock {
    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final class Recorder extends NoPeers {
    @Override
    public void tell(CorridorCommand command) {
      standings.add(((CorridorCommand.Standing) command).standing());
    }
  }
}

package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerView;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What is done and said when no sizes keep the corridor: 14 nodes, 71 W idle, 250 W under a job.
 */
final class CorridorAlarmTest {
  private static final SizeRange ANY = new SizeRange(1, 2, 14, SizeConstraint.ANY);

  @Test
  void shouldShrinkToTheLeastAndNameCapAndSuspension() {
    // given: five jobs on two nodes each; at one node each they draw 994 + 5 x 179 = 1889 W
    PoolPlan plan = plan(new Corridor(1000, 1700), 5, 0, List.of());

    // then
    assertThat(plan.decisions())
        .hasSize(5)
        .allSatisfy(d -> assertThat(((PoolDecision.Resize) d).nodes()).isEqualTo(1));
    CorridorAlarm alarm = Objects.requireNonNull(plan.alarm());
    assertThat(alarm.shortfall().bound()).isEqualTo(Shortfall.Bound.UPPER);
    assertThat(alarm.shortfall().watts()).isBetween(188.9, 189.1);
    assertThat(alarm.shortfall().why()).contains("189.0 W over the upper bound");
    assertThat(alarm.capWatts()).isBetween(212.1, 212.3);
    assertThat(alarm.suspend()).containsExactly(4, 3);
  }

  @Test
  void shouldStartAndGrowAsNearToTheLowerBoundAsTheUpperAllows() {
    // given: all 14 nodes under jobs draw 3500 W, 3600 are asked for
    PoolPlan plan = plan(new Corridor(3600, 4000), 1, 1, List.of());

    // then: the running job keeps its two
    assertThat(plan.decisions())
        .singleElement()
        .satisfies(d -> assertThat(((PoolDecision.Start) d).nodes()).isEqualTo(12));
    CorridorAlarm alarm = Objects.requireNonNull(plan.alarm());
    assertThat(alarm.shortfall().bound()).isEqualTo(Shortfall.Bound.LOWER);
    assertThat(alarm.shortfall().watts()).isBetween(99.0, 101.0);
    assertThat(alarm.suspend()).isEmpty();
  }

  @Test
  void shouldSayWhatRunningJobsAloneCannotKeepAndLeaveThemAsTheyAre() {
    // given: one running job draws 3500 W at most, on all nodes, and may not be joined by another
    PoolPlan low = plan(PowerAware.runningOnly(), new Corridor(3600, 4000), 1, 1, List.of());
    PoolPlan high = plan(PowerAware.runningOnly(), new Corridor(0, 1700), 5, 1, List.of());

    // then
    assertThat(low.decisions()).isEmpty();
    Shortfall under = Objects.requireNonNull(low.alarm()).shortfall();
    assertThat(under.bound()).isEqualTo(Shortfall.Bound.LOWER);
    assertThat(under.watts()).isBetween(99.0, 101.0);
    assertThat(under.why()).startsWith("With the running jobs, and the upper bound kept,");
    assertThat(high.decisions()).isEmpty();
    assertThat(Objects.requireNonNull(high.alarm()).shortfall().watts()).isBetween(188.9, 189.1);
  }

  @Test
  void shouldHoldAStartThatAnAnnouncedBoundCouldNotBear() {
    // given: at one node each five jobs draw 1889 W, and a sixth would still run
    CorridorTable.Change change = new CorridorTable.Change(20_000, new Corridor(0, 1900));
    PoolPlan held = plan(new Corridor(1000, 3500), 5, 1, List.of(change));
    PoolPlan free = plan(new Corridor(1000, 3500), 5, 1, List.of());

    // then
    assertThat(held.decisions()).noneMatch(PoolDecision.Start.class::isInstance);
    assertThat(held.powerWaits())
        .singleElement()
        .satisfies(wait -> assertThat(wait.why()).isEqualTo(PowerWait.Why.ANNOUNCED));
    assertThat(free.decisions()).anyMatch(PoolDecision.Start.class::isInstance);
  }

  private static PoolPlan plan(
      Corridor corridor, int running, int waiting, List<CorridorTable.Change> announced) {
    return plan(PowerAware.create(), corridor, running, waiting, announced);
  }

  private static PoolPlan plan(
      PowerAware policy,
      Corridor corridor,
      int running,
      int waiting,
      List<CorridorTable.Change> announced) {
    List<RunningShape> shapes = new ArrayList<>();
    List<WaitingShape> queue = new ArrayList<>();
    TreeMap<Integer, Watts> watts = new TreeMap<>();
    for (int i = 0; i < running + waiting; i++) {
      WaitingShape shape = new WaitingShape(i, ANY, 0, 600_000, 0);
      watts.put(i, Watts.measured(250));
      if (i < running) {
        shapes.add(
            new RunningShape(
                shape, 2, 2, 0, 0, 600_000, Long.MAX_VALUE, SpeedUp.UNKNOWN, 0.1, 0, 0, 600_000));
      } else {
        queue.add(shape);
      }
    }
    int idle = 14 - 2 * running;
    PowerView power = new PowerView(corridor, announced, 71, Watts.declared(71, 500), watts);
    return policy.decide(new Pool(10_000, 14, idle, shapes, queue, ResizeCost.NONE, power));
  }
}

package io.pliant.core.power;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.power.LeverRule.Load;
import io.pliant.core.power.LeverRule.Orders;
import io.pliant.core.power.LeverRule.Sight;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Six nodes of 71 W idle; jobs 1 and 2 hold five of them and draw 200 W on each. */
final class LeverRuleTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
  private static final Set<PowerLever> BOTH = Set.of(PowerLever.CAP, PowerLever.SUSPEND);
  private static final Set<PowerLever> CAP = Set.of(PowerLever.CAP);
  private static final Set<PowerLever> SUSPEND = Set.of(PowerLever.SUSPEND);
  private static final List<Load> JOBS = List.of(load(1, 3, 200), load(2, 2, 200));

  private Orders orders = Orders.NONE;
  private Instant now = START;

  @Test
  void shouldCapTheNodesInUseWhenARoundFindsNoSizes() {
    look(BOTH, 850, 1071, alarm(2));

    assertThat(orders.limits()).isEqualTo(new PowerLimits(155, 5, List.of()));
    assertThat(orders.limited()).containsExactly(new JobId(1), new JobId(2));
    assertThat(orders.limits().describe()).isEqualTo("cap of 155 W on 5 nodes");
  }

  @Test
  void shouldDoNothingThatIsNotAllowed() {
    look(Set.of(), 850, 1071, alarm(2));
    assertThat(orders.limits().any()).isFalse();

    look(CAP, 850, 1071, alarm(2));
    later(60);
    look(CAP, 850, 1071, alarm(2));
    assertThat(orders.limits()).isEqualTo(new PowerLimits(155, 5, List.of()));
  }

  @Test
  void shouldNotLimitWhatSizesCanKeepOrWhatIsOnlyTooLittle() {
    look(BOTH, 850, 1071, null);
    assertThat(orders.limits().any()).isFalse();

    CorridorAlarm tooLittle =
        new CorridorAlarm(new Shortfall(Shortfall.Bound.LOWER, 5, "of a test"), 0, List.of());
    look(BOTH, 850, 1071, tooLittle);
    assertThat(orders.limits().any()).isFalse();
  }

  @Test
  void shouldSuspendWhenTheCapHasNotHelpedForAWhile() {
    look(BOTH, 850, 1071, alarm(2));
    later(4);
    look(BOTH, 850, 1071, alarm(2));
    assertThat(orders.limits().suspended()).isEmpty();

    later(1);
    look(BOTH, 850, 1071, alarm(2));

    assertThat(orders.limits()).isEqualTo(new PowerLimits(0, 0, List.of(new JobId(2))));
    assertThat(orders.limited()).containsExactly(new JobId(2));
    assertThat(orders.limits().describe()).isEqualTo("suspended: job 2");
  }

  @Test
  void shouldSuspendNobodyWhileTheCapHelps() {
    look(BOTH, 850, 1071, alarm(2));
    later(4);
    look(BOTH, 850, 846, alarm(2));
    later(4);
    look(BOTH, 850, 851, alarm(2));

    assertThat(orders.limits()).isEqualTo(new PowerLimits(155, 5, List.of()));
  }

  @Test
  void shouldSuspendAtOnceWhereACapIsNotAllowedOrWouldBeBelowAnIdleNode() {
    look(SUSPEND, 850, 1071, alarm(2));
    assertThat(orders.limits().suspended()).containsExactly(new JobId(2));

    orders = Orders.NONE;
    look(BOTH, 430, 1071, alarm(2, 1));
    assertThat(orders.limits().suspended()).containsExactly(new JobId(1), new JobId(2));
  }

  @Test
  void shouldStopNobodyWhileAJobChangesItsSize() {
    orders = LeverRule.decide(orders, sight(SUSPEND, 850, 1071, alarm(2), JOBS, true), now);
    assertThat(orders.limits().any()).isFalse();

    look(SUSPEND, 850, 1071, alarm(2));
    orders = LeverRule.decide(orders, sight(SUSPEND, 850, 816, null, JOBS, true), now);
    assertThat(orders.limits().suspended()).as("what is ordered stays").hasSize(1);
  }

  @Test
  void shouldHoldALimitWhileTheJobsWouldDrawTooMuchWithoutIt() {
    look(BOTH, 850, 1071, alarm(2));
    later(60);
    look(BOTH, 850, 846, null);
    assertThat(orders.limits().capWatts()).isEqualTo(155);

    look(BOTH, 1071, 846, null);
    assertThat(orders.limits().any()).isFalse();
  }

  @Test
  void shouldLiftAllWhenThereAreNoBounds() {
    look(SUSPEND, 850, 1071, alarm(2));
    orders =
        LeverRule.decide(
            orders, new Sight(SUSPEND, 71, null, 71, JOBS, 816.0, alarm(2), false), now);
    assertThat(orders).isEqualTo(Orders.NONE);
  }

  @Test
  void shouldLetAJobGoOnWhenAnotherHasEnded() {
    List<Load> three = List.of(load(1, 2, 200), load(2, 2, 200), load(3, 1, 200));
    orders = LeverRule.decide(orders, sight(SUSPEND, 700, 1071, alarm(3, 2), three, false), now);
    assertThat(orders.limits().suspended()).containsExactly(new JobId(2), new JobId(3));

    List<Load> two = three.subList(1, 3);
    Sight ended = new Sight(SUSPEND, 71, new Corridor(0, 700), 213, two, 426.0, alarm(3), false);
    orders = LeverRule.decide(orders, ended, now);
    assertThat(orders.limits().suspended()).containsExactly(new JobId(3));
  }

  @Test
  void shouldLowerTheCapWithTheBoundAndNotForEachTremble() {
    look(CAP, 850, 1071, alarm(2));
    orders =
        LeverRule.decide(
            orders, new Sight(CAP, 71, new Corridor(0, 850), 69, JOBS, 846.0, null, false), now);
    assertThat(orders.limits().capWatts()).isEqualTo(155);

    look(CAP, 800, 846, alarm(2));
    assertThat(orders.limits().capWatts()).isEqualTo(145);
  }

  private void look(
      Set<PowerLever> allowed, double upper, double drawn, @Nullable CorridorAlarm alarm) {
    orders = LeverRule.decide(orders, sight(allowed, upper, drawn, alarm, JOBS, false), now);
  }

  private static Sight sight(
      Set<PowerLever> allowed,
      double upper,
      double drawn,
      @Nullable CorridorAlarm alarm,
      List<Load> jobs,
      boolean adapting) {
    return new Sight(allowed, 71, new Corridor(0, upper), 71, jobs, drawn, alarm, adapting);
  }

  private void later(int seconds) {
    now = now.plusSeconds(seconds);
  }

  private static CorridorAlarm alarm(Integer... suspend) {
    return new CorridorAlarm(
        new Shortfall(Shortfall.Bound.UPPER, 5, "of a test"), 100, List.of(suspend));
  }

  private static Load load(long job, int nodes, double watts) {
    return new Load(new JobId(job), nodes, watts);
  }
}

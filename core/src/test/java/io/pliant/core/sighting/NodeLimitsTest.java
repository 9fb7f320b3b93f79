package io.pliant.core.sighting;

import static io.pliant.core.sighting.LoopFixture.JOB;
import static io.pliant.core.sighting.LoopFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.power.Shortfall;
import io.pliant.core.power.Watts;
import io.pliant.core.view.ClusterPower;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A job that draws 200 W on one of two nodes. */
class NodeLimitsTest {
  private static final NodeLimits.Order NONE = new NodeLimits.Order(node(1), 0, List.of());
  private static final NodeLimits.Order STILL = new NodeLimits.Order(node(1), 0, List.of(JOB));

  private LoopFixture fixture = new LoopFixture(Set.of(PowerLever.CAP, PowerLever.SUSPEND));

  @Test
  void shouldCapThenSuspendAndLiftAllWithTheBound() {
    // given: 200 + 70 W, and a bound of 220 W
    fixture.bounds(1, new Corridor(0, 1000));
    drawing(20, 200, null);
    fixture.bounds(2, new Corridor(0, 220));

    // when: the cap does not work
    drawing(1, 200, alarm());
    assertThat(told(1)).isEqualTo(new NodeLimits.Order(node(1), 150, List.of()));
    assertThat(told(2)).isNull();
    assertThat(fixture.standings.getLast().limits()).isEqualTo(new PowerLimits(150, 1, List.of()));
    drawing(5, 200, alarm());

    // then
    assertThat(told(1)).isEqualTo(STILL);
    drawing(30, 70, alarm());
    assertThat(told(1)).isEqualTo(STILL);
    assertThat(fixture.look()).as("a round is wanted each second").isTrue();
    assertThat(fixture.standings.getLast().limits()).isEqualTo(new PowerLimits(0, 0, List.of(JOB)));

    // when
    fixture.bounds(3, new Corridor(0, 300));
    drawing(1, 70, null);
    assertThat(told(1)).isEqualTo(NONE);
    assertThat(fixture.standings.getLast().limits()).isNull();
  }

  @Test
  void shouldTellForAsLongAsALeaseThatALimitIsLifted() {
    fixture.bounds(1, new Corridor(0, 220));
    drawing(1, 200, alarm());
    fixture.bounds(2, new Corridor(0, 1000));
    drawing(1, 150, null);
    for (int i = 0; i < 10; i++) {
      fixture.limits.clear();
      drawing(1, 200, null);
      assertThat(told(1)).isEqualTo(NONE);
    }
    drawing(10, 200, null);
    fixture.limits.clear();
    drawing(1, 200, null);
    assertThat(fixture.limits).isEmpty();
  }

  @Test
  void shouldNotTakeWhatIsDrawnUnderALimitForTheJobsWatts() {
    fixture.bounds(1, new Corridor(0, 1000));
    drawing(20, 200, null);
    assertThat(watts()).containsExactly(200.0);

    fixture.bounds(2, new Corridor(0, 220));
    drawing(1, 200, alarm());
    drawing(20, 150, alarm());
    assertThat(watts()).containsExactly(200.0);

    fixture.bounds(3, new Corridor(0, 1000));
    drawing(3, 180, null);
    assertThat(watts()).as("spans that began under the limit or just after").containsExactly(200.0);
    drawing(30, 190, null);
    assertThat(watts().getFirst()).isBetween(190.0, 190.1);
  }

  @Test
  void shouldOrderAgainAfterItsControllerDiedAndNotBelieveMetersUnderTheOldLimit() {
    fixture.bounds(1, new Corridor(0, 220));
    drawing(1, 200, alarm());

    // when
    fixture.begin();
    fixture.limits.clear();
    fixture.bounds(1, new Corridor(0, 220));
    drawing(5, 150, null);
    assertThat(watts()).as("nothing but what is assumed").isEmpty();
    assertThat(fixture.known().assumed()).isEqualTo(Watts.declared(150, 250));
    drawing(1, 150, alarm());

    // then
    assertThat(told(1)).isEqualTo(new NodeLimits.Order(node(1), 150, List.of()));
  }

  @Test
  void shouldSuspendNobodyBecauseAgentsAreOnTheirWayToAnotherController() {
    fixture.now = fixture.now.plusSeconds(60);
    fixture.bounds(1, new Corridor(0, 220));
    for (int i = 0; i < 15; i++) {
      second(null, alarm());
      assertThat(told(1)).isEqualTo(new NodeLimits.Order(node(1), 150, List.of()));
    }
    // a node that tells nothing for longer may not be capped
    for (int i = 0; i < 6; i++) {
      second(null, alarm());
    }
    assertThat(told(1)).isEqualTo(STILL);
  }

  @Test
  void shouldOrderNothingThatTheSiteDoesNotAllow() {
    fixture = new LoopFixture(Set.of());
    fixture.bounds(1, new Corridor(0, 220));
    drawing(20, 200, alarm());
    assertThat(fixture.limits).isEmpty();

    fixture = new LoopFixture(Set.of(PowerLever.SUSPEND));
    fixture.bounds(1, new Corridor(0, 220));
    drawing(1, 200, alarm());
    assertThat(told(1)).isEqualTo(STILL);
  }

  @Test
  void shouldLiftTheLimitsOfANodeThatItsJobHasLeft() {
    fixture.bounds(1, new Corridor(0, 220));
    drawing(1, 200, alarm());
    fixture.tell(new PartitionIntent.Release(new AttemptId(JOB, 1), null));
    drawing(1, 70, null);
    assertThat(told(1)).isEqualTo(NONE);
  }

  /** Seconds in which the job's node draws so much, each with a round that ends so. */
  private void drawing(int seconds, double watts, @Nullable CorridorAlarm alarm) {
    for (int i = 0; i < seconds; i++) {
      second(watts, alarm);
    }
  }

  /** One second; null when the meter of the job's node is not heard. */
  private void second(@Nullable Double watts, @Nullable CorridorAlarm alarm) {
    fixture.now = fixture.now.plusSeconds(1);
    if (watts != null) {
      fixture.meter(1, watts);
    }
    fixture.meter(2, 70);
    fixture.round(alarm);
    boolean unused = fixture.look();
  }

  private NodeLimits.@Nullable Order told(int number) {
    return fixture.limits.get(node(number));
  }

  private List<Double> watts() {
    return fixture.known().jobs().stream()
        .map(ClusterPower.JobWatts::watts)
        .map(Watts::high)
        .toList();
  }

  private static CorridorAlarm alarm() {
    return new CorridorAlarm(
        new Shortfall(Shortfall.Bound.UPPER, 50, "of a test"), 150, List.of(1));
  }
}

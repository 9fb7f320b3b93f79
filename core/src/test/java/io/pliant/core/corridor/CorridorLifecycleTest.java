package io.pliant.core.corridor;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Shortfall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CorridorLifecycleTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Corridor MIDDLE = new Corridor(1700, 2500);
  private static final Corridor LOW = new Corridor(1000, 1700);
  private static final Corridor HIGH = new Corridor(2500, 3500);
  private static final PartitionName MAIN = new PartitionName("main");
  private static final PartitionName GPU = new PartitionName("gpu");

  private CorridorState state = CorridorState.NONE;

  @Test
  void shouldHoldBoundsFromTheirTimeOn() {
    set(MIDDLE, null, NOW);
    set(HIGH, NOW.plusSeconds(120), NOW.plusSeconds(1));
    set(LOW, NOW.plusSeconds(60), NOW.plusSeconds(2));

    assertThat(state.at(NOW.minusSeconds(1))).isNull();
    assertThat(state.at(NOW)).isEqualTo(MIDDLE);
    assertThat(state.at(NOW.plusSeconds(60))).isEqualTo(LOW);
    assertThat(state.at(NOW.plusSeconds(999))).isEqualTo(HIGH);
    assertThat(state.table().after(NOW.plusSeconds(2).toEpochMilli())).hasSize(2);
  }

  @Test
  void shouldReplaceWhatHoldsAndWhatComesAtTheSameTime() {
    set(MIDDLE, NOW.minusSeconds(5), NOW);
    set(LOW, NOW.plusSeconds(60), NOW);
    set(HIGH, NOW.plusSeconds(60), NOW);
    set(LOW, null, NOW.plusSeconds(90));
    set(MIDDLE, null, NOW.plusSeconds(91));

    assertThat(state.table().changes())
        .containsExactly(new CorridorTable.Change(NOW.plusSeconds(91).toEpochMilli(), MIDDLE));
  }

  @Test
  void shouldKeepWhatHoldsWhenAChangeIsAnnounced() {
    set(MIDDLE, null, NOW);
    set(LOW, NOW.plusSeconds(60), NOW.plusSeconds(30));

    assertThat(state.at(NOW.plusSeconds(59))).isEqualTo(MIDDLE);
  }

  @Test
  void shouldObeyTheLatestOrderWhenTheControllerBeforeHadAClockAhead() {
    set(MIDDLE, null, NOW.plusSeconds(3));
    set(LOW, NOW.plusSeconds(60), NOW.plusSeconds(3));
    assertThat(state.at(state.now(NOW))).isEqualTo(MIDDLE);

    set(HIGH, null, NOW);

    assertThat(state.at(state.now(NOW))).isEqualTo(HIGH);
    assertThat(state.at(NOW.plusSeconds(4))).isEqualTo(HIGH);
    assertThat(state.at(NOW.plusSeconds(60))).isEqualTo(LOW);
  }

  @Test
  void shouldNotBelieveAClockThatWasFarAhead() {
    set(MIDDLE, null, NOW.plusSeconds(3600));

    assertThat(state.now(NOW)).isEqualTo(NOW);
  }

  @Test
  void shouldTellPartitionsWhatIsInForceWhateverTheirClock() {
    note(MAIN, 3, null);
    set(MIDDLE, null, NOW);
    set(LOW, NOW.plusSeconds(60), NOW);

    CorridorTable told = Objects.requireNonNull(state.share(MAIN, name -> true, NOW));
    assertThat(told.at(NOW.minusSeconds(5).toEpochMilli())).isEqualTo(MIDDLE);
    assertThat(told.at(NOW.plusSeconds(60).toEpochMilli())).isEqualTo(LOW);
  }

  @Test
  void shouldForgetAllBoundsWhenTheyAreCleared() {
    set(MIDDLE, null, NOW);
    set(LOW, NOW.plusSeconds(60), NOW);
    decide(new CorridorIntent.ClearBounds("ops"), NOW.plusSeconds(1));

    assertThat(state.table().changes()).isEmpty();
    assertThat(decide(new CorridorIntent.ClearBounds("ops"), NOW.plusSeconds(2)).events())
        .isEmpty();
  }

  @Test
  void shouldRefuseATimeFarAway() {
    CorridorOutcome outcome =
        decide(new CorridorIntent.SetBounds(LOW, NOW.plus(Duration.ofDays(4000)), "ops"), NOW);

    assertThat(outcome.refusal()).contains("3650 days");
  }

  @Test
  void shouldRefuseMoreChangesThanItKeeps() {
    for (int i = 1; i <= CorridorLifecycle.MOST_CHANGES; i++) {
      set(LOW, NOW.plusSeconds(i), NOW);
    }

    assertThat(decide(new CorridorIntent.SetBounds(LOW, null, "ops"), NOW).refusal())
        .contains("at most 1000 bounds");
  }

  @Test
  void shouldGiveEachPartitionThePartThatItsNodesAre() {
    set(new Corridor(100, 1000), null, NOW);
    note(MAIN, 3, null);
    note(GPU, 1, null);
    note(new PartitionName("gone"), 6, null);

    assertThat(bounds(MAIN)).isEqualTo(new Corridor(75, 750));
    assertThat(bounds(GPU)).isEqualTo(new Corridor(25, 250));

    note(GPU, 0, null);
    assertThat(bounds(MAIN)).isEqualTo(new Corridor(100, 1000));
    assertThat(state.share(GPU, name -> true, NOW)).isNull();
  }

  @Test
  void shouldNoteOnlyWhatIsNews() {
    note(MAIN, 3, alarm(Shortfall.Bound.UPPER, 100));
    long version = state.version();
    note(MAIN, 3, alarm(Shortfall.Bound.UPPER, 105));
    assertThat(state.version()).isEqualTo(version);

    note(MAIN, 3, alarm(Shortfall.Bound.UPPER, 150));
    note(MAIN, 3, alarm(Shortfall.Bound.LOWER, 150));
    note(MAIN, 3, null);
    note(MAIN, 3, null);

    assertThat(state.alarms()).hasSize(3).allMatch(alarm -> alarm.ended() != null);
    assertThat(state.alarm(MAIN)).isNull();
  }

  @Test
  void shouldRememberABoundedNumberOfAlarms() {
    for (int i = 0; i < 200; i++) {
      note(MAIN, 3, alarm(Shortfall.Bound.UPPER, 100 * (i + 1)));
      note(MAIN, 3, null);
    }

    assertThat(state.alarms()).hasSize(CorridorState.MOST_ALARMS);
  }

  private void set(Corridor corridor, @Nullable Instant from, Instant now) {
    assertThat(decide(new CorridorIntent.SetBounds(corridor, from, "ops"), now).refusal()).isNull();
  }

  private void note(PartitionName partition, int nodes, @Nullable CorridorAlarm alarm) {
    decide(new CorridorIntent.TakeNote(partition, nodes, alarm), NOW);
  }

  private CorridorOutcome decide(CorridorIntent intent, Instant now) {
    CorridorOutcome outcome = CorridorLifecycle.decide(state, intent, state.now(now));
    for (CorridorEvent event : outcome.events()) {
      state = state.evolve(event);
    }
    return outcome;
  }

  private Corridor bounds(PartitionName partition) {
    CorridorTable share =
        state.share(partition, name -> name.equals(MAIN) || name.equals(GPU), NOW);
    return Objects.requireNonNull(Objects.requireNonNull(share).at(NOW.toEpochMilli()));
  }

  private static CorridorAlarm alarm(Shortfall.Bound bound, double watts) {
    return new CorridorAlarm(new Shortfall(bound, watts, "of a test"), 0, List.of());
  }
}

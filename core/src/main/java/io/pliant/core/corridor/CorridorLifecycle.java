package io.pliant.core.corridor;

import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.Shortfall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what comes of intents on the power corridor. */
public final class CorridorLifecycle {
  /** Bounds to come at a time. */
  public static final int MOST_CHANGES = 1_000;

  /** How far ahead bounds may be set. */
  public static final Duration FARTHEST = Duration.ofDays(3650);

  private CorridorLifecycle() {}

  /** The events of an intent, or why it is refused. */
  public static CorridorOutcome decide(CorridorState state, CorridorIntent intent, Instant now) {
    return switch (intent) {
      case CorridorIntent.SetBounds set -> set(state, set, now);
      case CorridorIntent.ClearBounds clear ->
          new CorridorOutcome(
              state.table().changes().isEmpty()
                  ? List.of()
                  : List.of(new CorridorEvent.BoundsCleared(clear.by(), now)),
              null);
      case CorridorIntent.TakeNote note -> new CorridorOutcome(noted(state, note, now), null);
    };
  }

  private static CorridorOutcome set(
      CorridorState state, CorridorIntent.SetBounds set, Instant now) {
    Instant asked = set.from();
    Instant from = asked == null || asked.isBefore(now) ? now : asked;
    if (from.isAfter(now.plus(FARTHEST))) {
      return CorridorOutcome.refused(
          "Expected bounds that begin within %d days, but got %s."
              .formatted(FARTHEST.toDays(), from));
    }
    if (state.table().after(now.toEpochMilli()).size() >= MOST_CHANGES) {
      return CorridorOutcome.refused(
          "Expected at most %d bounds to come, and there are as many; clear them first."
              .formatted(MOST_CHANGES));
    }
    return new CorridorOutcome(
        List.of(new CorridorEvent.BoundsSet(set.corridor(), from, set.by(), now)), null);
  }

  private static List<CorridorEvent> noted(
      CorridorState state, CorridorIntent.TakeNote note, Instant now) {
    List<CorridorEvent> events = new ArrayList<>();
    int known =
        state.shares().stream()
            .filter(share -> share.partition().equals(note.partition()))
            .mapToInt(CorridorState.Share::nodes)
            .sum();
    if (known != note.nodes()) {
      events.add(new CorridorEvent.PartitionCounted(note.partition(), note.nodes(), now));
    }
    AlarmRecord before = state.alarm(note.partition());
    CorridorAlarm alarm = note.alarm();
    if (alarm == null && before != null) {
      events.add(new CorridorEvent.AlarmEnded(note.partition(), now));
    } else if (alarm != null && differs(before == null ? null : before.alarm(), alarm)) {
      events.add(new CorridorEvent.AlarmRaised(note.partition(), alarm, now));
    }
    return events;
  }

  /**
   * True when an alarm says something new: another bound, or an amount that differs by more than a
   * tenth. Watts change each second; each change is not news.
   */
  public static boolean differs(@Nullable CorridorAlarm before, CorridorAlarm now) {
    if (before == null) {
      return true;
    }
    Shortfall old = before.shortfall();
    double most = Math.max(1, Math.max(old.watts(), now.shortfall().watts()) / 10);
    return old.bound() != now.shortfall().bound()
        || Math.abs(old.watts() - now.shortfall().watts()) > most;
  }
}

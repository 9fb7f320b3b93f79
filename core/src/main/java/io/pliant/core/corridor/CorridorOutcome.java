package io.pliant.core.corridor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What comes of an intent.
 *
 * @param refusal why nothing does, or null
 */
public record CorridorOutcome(List<CorridorEvent> events, @Nullable String refusal) {
  public CorridorOutcome {
    events = List.copyOf(events);
  }

  static CorridorOutcome refused(String why) {
    return new CorridorOutcome(List.of(), why);
  }
}

package io.pliant.core.power;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that change at given times.
 *
 * @param changes in order of time, each time once
 */
public record CorridorTable(List<Change> changes) {
  /**
   * From a time on these bounds hold, until the next change.
   *
   * @param at in milliseconds
   */
  public record Change(long at, Corridor corridor) {}

  public CorridorTable {
    changes = List.copyOf(changes);
    for (int i = 1; i < changes.size(); i++) {
      if (changes.get(i).at() <= changes.get(i - 1).at()) {
        throw new IllegalArgumentException(
            "Expected changes of the corridor in order of time, but %d comes after %d."
                .formatted(changes.get(i).at(), changes.get(i - 1).at()));
      }
    }
  }

  /** The bounds at a time; null before the first change. */
  public @Nullable Corridor at(long time) {
    Corridor now = null;
    for (Change change : changes) {
      if (change.at() > time) {
        break;
      }
      now = change.corridor();
    }
    return now;
  }

  /** The changes after a time. */
  public List<Change> after(long time) {
    List<Change> later = new ArrayList<>();
    for (Change change : changes) {
      if (change.at() > time) {
        later.add(change);
      }
    }
    return later;
  }
}

package io.pliant.api;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Behind which event reading goes on: for each group of the journal a position, written with points
 * between them. A group that is not named is read from its beginning.
 *
 * @param positions by number of the group
 */
public record EventCursor(List<Long> positions) {
  /** Before the first event. */
  public static final EventCursor START = new EventCursor(List.of());

  private static final int MOST = 99;

  public EventCursor {
    positions = List.copyOf(positions);
    if (positions.size() > MOST || positions.stream().anyMatch(position -> position < 0)) {
      throw new IllegalArgumentException(
          "Expected positions of at least 0 for at most %d groups, but got %s."
              .formatted(MOST, positions));
    }
  }

  /**
   * Reads a cursor as {@link #toString} writes it.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static EventCursor parse(String text) {
    try {
      return new EventCursor(Arrays.stream(text.split("\\.", -1)).map(Long::parseLong).toList());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Expected a number, or numbers with points between them, but got '%s'.".formatted(text),
          e);
    }
  }

  /** The position in a group; 0 for its beginning. */
  public long at(int group) {
    return group < positions.size() ? positions.get(group) : 0;
  }

  @Override
  public String toString() {
    return positions.isEmpty()
        ? "0"
        : positions.stream().map(String::valueOf).collect(Collectors.joining("."));
  }
}

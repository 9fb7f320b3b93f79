package io.pliant.core.array;

/**
 * Indices of an array at equal distances.
 *
 * @param first lowest index, at least 0
 * @param last highest index that is in it
 * @param step distance of two, at least 1
 */
public record IndexRange(int first, int last, int step) {
  public IndexRange {
    if (first < 0 || last < first || step < 1 || (last - first) % step != 0) {
      throw new IllegalArgumentException(
          "Expected indices from 0 up at equal distances, but got %d-%d:%d."
              .formatted(first, last, step));
    }
  }

  /** From one index to another, as far as the step leads. */
  static IndexRange upTo(int first, int end, int step) {
    return new IndexRange(first, end - (end - first) % step, step);
  }

  /** How many there are. */
  public int count() {
    return (last - first) / step + 1;
  }

  /** The index at a place from 0. */
  int at(int place) {
    return first + place * step;
  }

  /** The place of an index, or -1 when it is not in it. */
  int placeOf(int index) {
    return index < first || index > last || (index - first) % step != 0
        ? -1
        : (index - first) / step;
  }

  /** As it is written: {@code 4}, {@code 0-9} or {@code 0-8:4}. */
  String text() {
    if (first == last) {
      return Integer.toString(first);
    }
    return first + "-" + last + (step == 1 ? "" : ":" + step);
  }
}

package io.pliant.core.array;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Indices of an array in rising order. Each has a place, from 0: what runs is told by places, so
 * that a range of a list with gaps is a range as well.
 *
 * @param ranges do not overlap, the lowest first; never empty
 */
public record Indices(List<IndexRange> ranges) {
  /** How indices are written. */
  public static final String FORMS = "indices as in 0-15, 1,3,5-7 or 0-100:10";

  /** Highest index. */
  public static final int HIGHEST = 4_000_000;

  /** Most ranges in one list; more are longer than what anybody writes by hand. */
  private static final int MOST_RANGES = 10_000;

  public Indices {
    ranges = List.copyOf(ranges);
    if (ranges.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one index, but got none.");
    }
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).first() <= ranges.get(i - 1).last()) {
        throw new IllegalArgumentException("Expected rising indices, but got " + ranges + ".");
      }
    }
  }

  /** Reads {@code 0-15:4,17}; an index that is named twice counts once. */
  public static Indices parse(String text) {
    String[] words = text.split(",", -1);
    if (words.length > MOST_RANGES) {
      throw new IllegalArgumentException(
          "Expected at most %d ranges, but got %d.".formatted(MOST_RANGES, words.length));
    }
    List<IndexRange> ranges = new ArrayList<>();
    for (String word : words) {
      ranges.add(range(word));
    }
    ranges.sort(Comparator.comparingInt(IndexRange::first));
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).first() <= ranges.get(i - 1).last()) {
        return of(ranges);
      }
    }
    return new Indices(ranges);
  }

  private static IndexRange range(String word) {
    int dash = word.indexOf('-');
    if (dash < 0) {
      int only = number(word);
      return new IndexRange(only, only, 1);
    }
    int colon = word.indexOf(':', dash);
    int first = number(word.substring(0, dash));
    int end = number(word.substring(dash + 1, colon < 0 ? word.length() : colon));
    int step = colon < 0 ? 1 : number(word.substring(colon + 1));
    if (end < first || step == 0) {
      throw new IllegalArgumentException("Expected " + FORMS + ", but got '" + word + "'.");
    }
    return IndexRange.upTo(first, end, step);
  }

  private static int number(String digits) {
    boolean plain = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!plain || digits.length() > 9 || Integer.parseInt(digits) > HIGHEST) {
      throw new IllegalArgumentException(
          "Expected an index from 0 to %d, but got '%s'.".formatted(HIGHEST, digits));
    }
    return Integer.parseInt(digits);
  }

  /** Of ranges that overlap: each index once. Work and result are bounded, whoever asks. */
  private static Indices of(List<IndexRange> overlapping) {
    long named = overlapping.stream().mapToLong(IndexRange::count).sum();
    if (named > HIGHEST + 1) {
      throw new IllegalArgumentException(
          "Expected ranges that do not overlap, but together they name %d indices."
              .formatted(named));
    }
    List<Places.Run> runs = Places.of(bits(overlapping)).runs();
    if (runs.size() > MOST_RANGES) {
      throw new IllegalArgumentException(
          "Expected at most %d ranges, but these come to %d.".formatted(MOST_RANGES, runs.size()));
    }
    return new Indices(
        runs.stream().map(run -> new IndexRange(run.first(), run.last(), 1)).toList());
  }

  /** How many there are. */
  public int count() {
    return ranges.stream().mapToInt(IndexRange::count).sum();
  }

  public int lowest() {
    return ranges.getFirst().first();
  }

  public int highest() {
    return ranges.getLast().last();
  }

  /** Their distance, as Slurm tells it: that of the one range, or 1 for a list. */
  public int step() {
    return ranges.size() == 1 ? ranges.getFirst().step() : 1;
  }

  /** The index at a place. */
  public int at(int place) {
    int left = place;
    for (IndexRange range : ranges) {
      if (left < range.count()) {
        return range.at(left);
      }
      left -= range.count();
    }
    throw new IllegalArgumentException(
        "Expected a place below %d, but got %d.".formatted(count(), place));
  }

  /** The place of an index, or -1 when there is no such index. */
  public int placeOf(int index) {
    int before = 0;
    for (IndexRange range : ranges) {
      int place = range.placeOf(index);
      if (place >= 0) {
        return before + place;
      }
      before += range.count();
    }
    return -1;
  }

  /** The places of those of {@code wanted} that there are. */
  public Places placesOf(Indices wanted) {
    return placesOf(wanted.bits());
  }

  private Places placesOf(BitSet asked) {
    BitSet found = new BitSet();
    int before = 0;
    for (IndexRange range : ranges) {
      for (int place = 0; place < range.count(); place++) {
        if (asked.get(range.at(place))) {
          found.set(before + place);
        }
      }
      before += range.count();
    }
    return Places.of(found);
  }

  /** The places of those indices that another list has at some places. */
  public Places placesOf(Indices other, Places there) {
    if (equals(other) || there.isEmpty()) {
      return there;
    }
    BitSet named = new BitSet();
    int before = 0;
    for (IndexRange range : other.ranges) {
      for (Places.Run run : there.within(before, before + range.count() - 1).runs()) {
        for (int place = run.first(); place <= run.last(); place++) {
          named.set(range.at(place - before));
        }
      }
      before += range.count();
    }
    return placesOf(named);
  }

  private BitSet bits() {
    return bits(ranges);
  }

  private static BitSet bits(List<IndexRange> of) {
    BitSet all = new BitSet();
    for (IndexRange range : of) {
      for (int place = 0; place < range.count(); place++) {
        all.set(range.at(place));
      }
    }
    return all;
  }

  /** Those at some places, as they are written, or an empty text for none. */
  public String text(Places places) {
    StringBuilder text = new StringBuilder();
    int before = 0;
    for (IndexRange range : ranges) {
      int end = before + range.count() - 1;
      for (Places.Run run : places.within(before, end).runs()) {
        IndexRange part =
            new IndexRange(
                range.at(run.first() - before), range.at(run.last() - before), range.step());
        text.append(text.isEmpty() ? "" : ",").append(part.text());
      }
      before = end + 1;
    }
    return text.toString();
  }

  /** As it is written. */
  public String text() {
    return ranges.stream().map(IndexRange::text).collect(Collectors.joining(","));
  }
}

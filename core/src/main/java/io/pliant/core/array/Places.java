package io.pliant.core.array;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A set of places in an array as runs: it costs what there are of gaps, not of places.
 *
 * @param runs apart from each other, the lowest first
 */
public record Places(List<Run> runs) {
  public static final Places NONE = new Places(List.of());

  /** Places without a gap, both ends included. */
  public record Run(int first, int last) {
    public Run {
      if (first < 0 || last < first) {
        throw new IllegalArgumentException(
            "Expected rising places from 0, but got %d to %d.".formatted(first, last));
      }
    }

    int count() {
      return last - first + 1;
    }
  }

  public Places {
    runs = List.copyOf(runs);
  }

  /** The first so many. */
  public static Places first(int count) {
    return count == 0 ? NONE : new Places(List.of(new Run(0, count - 1)));
  }

  static Places of(BitSet set) {
    List<Run> runs = new ArrayList<>();
    for (int first = set.nextSetBit(0); first >= 0; ) {
      int end = set.nextClearBit(first);
      runs.add(new Run(first, end - 1));
      first = set.nextSetBit(end);
    }
    return new Places(runs);
  }

  /** Of runs in any order, which may overlap. */
  static Places of(List<Run> runs) {
    List<Run> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparingInt(Run::first));
    List<Run> merged = new ArrayList<>();
    for (Run run : sorted) {
      Run before = merged.isEmpty() ? null : merged.getLast();
      if (before != null && run.first() <= before.last() + 1) {
        merged.set(merged.size() - 1, new Run(before.first(), Math.max(before.last(), run.last())));
      } else {
        merged.add(run);
      }
    }
    return new Places(merged);
  }

  public boolean isEmpty() {
    return runs.isEmpty();
  }

  public int count() {
    return runs.stream().mapToInt(Run::count).sum();
  }

  public boolean contains(int place) {
    for (Run run : runs) {
      if (place <= run.last()) {
        return place >= run.first();
      }
    }
    return false;
  }

  /** The lowest; there must be one. */
  public int lowest() {
    return runs.getFirst().first();
  }

  public Places plus(int place) {
    return plus(new Places(List.of(new Run(place, place))));
  }

  public Places plus(Places others) {
    List<Run> all = new ArrayList<>(runs);
    all.addAll(others.runs);
    return of(all);
  }

  public Places minus(int place) {
    return minus(new Places(List.of(new Run(place, place))));
  }

  /** Those that are not among the others. */
  public Places minus(Places others) {
    List<Run> left = new ArrayList<>();
    int at = 0;
    for (Run run : runs) {
      int from = run.first();
      while (at < others.runs.size() && others.runs.get(at).last() < from) {
        at++;
      }
      for (int i = at; i < others.runs.size() && others.runs.get(i).first() <= run.last(); i++) {
        Run gone = others.runs.get(i);
        if (gone.first() > from) {
          left.add(new Run(from, gone.first() - 1));
        }
        from = Math.max(from, gone.last() + 1);
      }
      if (from <= run.last()) {
        left.add(new Run(from, run.last()));
      }
    }
    return new Places(left);
  }

  /** Those that are among the others, too. */
  public Places among(Places others) {
    return minus(minus(others));
  }

  /** Those from one place to another, both included. */
  public Places within(int first, int last) {
    List<Run> inside = new ArrayList<>();
    for (Run run : runs) {
      int from = Math.max(first, run.first());
      int to = Math.min(last, run.last());
      if (from <= to) {
        inside.add(new Run(from, to));
      }
    }
    return new Places(inside);
  }

  /** The lowest ones, at most so many. */
  public List<Integer> lowest(int most) {
    List<Integer> found = new ArrayList<>();
    for (Run run : runs) {
      for (int place = run.first(); place <= run.last(); place++) {
        if (found.size() == most) {
          return found;
        }
        found.add(place);
      }
    }
    return found;
  }
}

package io.pliant.runtime.confinement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Numbers of cpus of a host, rising, in the kernel's form {@code 0-3,8}. */
public record CpuList(List<Integer> numbers) {
  public static final CpuList NONE = new CpuList(List.of());

  /** More than any host has; so that a wrong text costs no memory. */
  private static final int HIGHEST = 65_535;

  public CpuList {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  /** Reads the kernel's form. */
  public static CpuList parse(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : text.isBlank() ? new String[0] : text.strip().split(",", -1)) {
      String[] ends = range.split("-", 2);
      try {
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (first < 0 || last < first || last > HIGHEST) {
          throw wrong(text, null);
        }
        for (int cpu = first; cpu <= last; cpu++) {
          numbers.add(cpu);
        }
      } catch (NumberFormatException e) {
        throw wrong(text, e);
      }
    }
    return new CpuList(numbers);
  }

  public boolean isEmpty() {
    return numbers.isEmpty();
  }

  public int size() {
    return numbers.size();
  }

  /** Those that are in both. */
  public CpuList within(CpuList other) {
    return new CpuList(numbers.stream().filter(other.numbers::contains).toList());
  }

  /** Those that are in none of the others. */
  public CpuList without(Collection<CpuList> others) {
    return new CpuList(
        numbers.stream()
            .filter(cpu -> others.stream().noneMatch(other -> other.numbers.contains(cpu)))
            .toList());
  }

  /** So many of them from {@code from} on. */
  public CpuList part(int from, int count) {
    return new CpuList(numbers.subList(from, from + count));
  }

  /**
   * So many of them, side by side where that is possible, else the lowest; {@link #NONE} when there
   * are not as many.
   */
  public CpuList choose(int count) {
    if (count < 1 || count > size()) {
      return NONE;
    }
    for (int from = 0; from + count <= size(); from++) {
      if (numbers.get(from + count - 1) - numbers.get(from) == count - 1) {
        return part(from, count);
      }
    }
    return part(0, count);
  }

  /** So many of them, of the preferred ones as many as there are. */
  public CpuList choose(int count, CpuList preferred) {
    CpuList first = within(preferred);
    if (first.isEmpty() || first.size() >= count) {
      return first.isEmpty() ? choose(count) : first.choose(count);
    }
    CpuList rest = without(List.of(first)).choose(count - first.size());
    return rest.isEmpty() ? NONE : first.plus(rest);
  }

  private CpuList plus(CpuList more) {
    List<Integer> both = new ArrayList<>(numbers);
    both.addAll(more.numbers);
    return new CpuList(both);
  }

  /** The kernel's form. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int from = 0; from < size(); ) {
      int to = from;
      while (to + 1 < size() && numbers.get(to + 1) == numbers.get(to) + 1) {
        to++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers.get(from));
      if (to > from) {
        text.append('-').append(numbers.get(to));
      }
      from = to + 1;
    }
    return text.toString();
  }

  private static IllegalArgumentException wrong(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "Expected cpus such as 0-3,8, at most %d, but got '%s'.".formatted(HIGHEST, text), cause);
  }
}

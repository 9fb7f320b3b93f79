package io.pliant.core.hostlist;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Lists of node names in Slurm's short form, both ways: {@code n[001-003,7],gpu1}.
 *
 * <p>The number at the end of a name is what ranges run over; zero padding is kept. A list never
 * holds more than {@link #MAX_NAMES} names.
 */
public final class Hostlist {

  /** Largest number of names in one list. */
  public static final int MAX_NAMES = 65_536;

  /** Orders names by their text and then by their number, so that n2 comes before n10. */
  public static final Comparator<NodeName> NATURAL_ORDER =
      Comparator.comparing(NumberedName::of).thenComparing(Comparator.naturalOrder());

  private Hostlist() {}

  /**
   * Writes out all names of a list, in the order of the list; a name may have several brackets. The
   * empty text is the empty list.
   *
   * @throws IllegalArgumentException naming the part that cannot be read
   */
  public static List<NodeName> expand(String hostlist) {
    return new HostlistReader(hostlist).read();
  }

  /** Short form that {@link #expand} turns back into the same names in the same order. */
  public static String compress(Collection<NodeName> names) {
    if (names.size() > MAX_NAMES) {
      throw new IllegalArgumentException(
          "Expected at most %d node names, but got %d.".formatted(MAX_NAMES, names.size()));
    }
    List<String> parts = new ArrayList<>();
    List<NumberedName> group = new ArrayList<>();
    for (NodeName name : names) {
      NumberedName next = NumberedName.of(name);
      if (!group.isEmpty() && !group.getFirst().sharesPrefix(next)) {
        parts.add(written(group));
        group.clear();
      }
      group.add(next);
    }
    if (!group.isEmpty()) {
      parts.add(written(group));
    }
    return String.join(",", parts);
  }

  /** Short form of the distinct names in natural order; the shortest form for a set of nodes. */
  public static String compressSorted(Collection<NodeName> names) {
    return compress(names.stream().distinct().sorted(NATURAL_ORDER).toList());
  }

  private static String written(List<NumberedName> group) {
    NumberedName first = group.getFirst();
    if (group.size() == 1) {
      return first.prefix() + first.digits();
    }
    List<String> ranges = new ArrayList<>();
    NumberedName from = first;
    NumberedName to = first;
    for (NumberedName next : group.subList(1, group.size())) {
      if (!next.continues(from, to)) {
        ranges.add(range(from, to));
        from = next;
      }
      to = next;
    }
    ranges.add(range(from, to));
    return first.prefix() + "[" + String.join(",", ranges) + "]";
  }

  private static String range(NumberedName from, NumberedName to) {
    return from.equals(to) ? from.digits() : from.digits() + "-" + to.digits();
  }
}

package io.pliant.core.resource;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Amounts by the names of their kinds, none of them of nothing. Immutable. Rounds look kinds up in
 * tables several times for each waiting job, so names and amounts lie in arrays and the hash is
 * known.
 */
final class SortedAmounts extends AbstractMap<String, Amount> implements SortedMap<String, Amount> {
  /** So many are looked through one by one: that they differ is seen sooner than their order. */
  private static final int FEW = 8;

  private final String[] names;
  private final Amount[] amounts;
  private final int hash;

  private SortedAmounts(List<String> names, List<Amount> amounts) {
    this(names.toArray(String[]::new), amounts.toArray(Amount[]::new));
  }

  private SortedAmounts(String[] names, Amount[] amounts) {
    this.names = names;
    this.amounts = amounts;
    int sum = 0;
    for (int i = 0; i < this.names.length; i++) {
      sum += this.names[i].hashCode() ^ this.amounts[i].hashCode(); // as of any map
    }
    this.hash = sum;
  }

  /** The same without amounts of nothing. */
  static SortedAmounts of(SortedMap<String, Amount> map) {
    return map instanceof SortedAmounts same
        ? same
        : kept(new TreeMap<>((Map<String, Amount>) map), (_, amount) -> amount);
  }

  /** So many of each of those kinds, which are in order. */
  static SortedAmounts counted(String[] names, IntUnaryOperator count) {
    List<String> some = new ArrayList<>(names.length);
    List<Amount> amounts = new ArrayList<>(names.length);
    for (int i = 0; i < names.length; i++) {
      int there = count.applyAsInt(i);
      if (there > 0) {
        some.add(names[i]);
        amounts.add(Amount.of(there));
      }
    }
    return new SortedAmounts(some, amounts);
  }

  /** Each amount as that makes it; those that become nothing are left out. */
  SortedAmounts mapped(BiFunction<String, Amount, Amount> how) {
    return kept(this, how);
  }

  private static SortedAmounts kept(
      SortedMap<String, Amount> map, BiFunction<String, Amount, Amount> how) {
    List<String> names = new ArrayList<>(map.size());
    List<Amount> amounts = new ArrayList<>(map.size());
    map.forEach((name, amount) -> {
      Amount now = how.apply(name, amount);
      if (now.count() > 0) {
        names.add(name);
        amounts.add(now);
      }
    });
    return new SortedAmounts(names, amounts);
  }

  /** The kinds of both; amounts of a kind that is in both are put together. */
  SortedAmounts merged(SortedAmounts other, BinaryOperator<Amount> how) {
    List<String> all = new ArrayList<>(names.length + other.names.length);
    List<Amount> merged = new ArrayList<>(names.length + other.names.length);
    int mine = 0;
    int theirs = 0;
    while (mine < names.length || theirs < other.names.length) {
      int order =
          mine == names.length
              ? 1
              : theirs == other.names.length ? -1 : names[mine].compareTo(other.names[theirs]);
      all.add(order <= 0 ? names[mine] : other.names[theirs]);
      merged.add(
          order < 0
              ? amounts[mine]
              : order > 0
                  ? other.amounts[theirs]
                  : how.apply(amounts[mine], other.amounts[theirs]));
      mine += order <= 0 ? 1 : 0;
      theirs += order >= 0 ? 1 : 0;
    }
    return new SortedAmounts(all, merged);
  }

  /** The amount of that kind, or null for nothing of it. */
  @Nullable Amount amount(String name) {
    if (names.length > FEW) {
      int at = Arrays.binarySearch(names, name);
      return at < 0 ? null : amounts[at];
    }
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return amounts[i];
      }
    }
    return null;
  }

  /** The first kind of which the other has more, or null. */
  @Nullable String firstExceeded(SortedAmounts other) {
    for (int i = 0; i < other.names.length; i++) {
      Amount own = amount(other.names[i]);
      if (own == null || !own.covers(other.amounts[i])) {
        return other.names[i];
      }
    }
    return null;
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public @Nullable Amount get(@Nullable Object key) {
    return key instanceof String name ? amount(name) : null;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return get(key) != null;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Amount> action) {
    for (int i = 0; i < names.length; i++) {
      action.accept(names[i], amounts[i]);
    }
  }

  @Override
  public Set<Map.Entry<String, Amount>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return names.length;
      }

      @Override
      public Iterator<Map.Entry<String, Amount>> iterator() {
        return new Entries();
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, Amount>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < names.length;
    }

    @Override
    public Map.Entry<String, Amount> next() {
      int at = within(next++);
      return new SimpleImmutableEntry<>(names[at], amounts[at]);
    }
  }

  @Override
  public @Nullable Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public SortedMap<String, Amount> subMap(String from, String to) {
    if (from.compareTo(to) > 0) {
      throw new IllegalArgumentException(
          "Expected kinds in order, but got " + from + " before " + to + ".");
    }
    return range(place(from), place(to));
  }

  @Override
  public SortedMap<String, Amount> headMap(String to) {
    return range(0, place(to));
  }

  @Override
  public SortedMap<String, Amount> tailMap(String from) {
    return range(place(from), names.length);
  }

  /** Where that kind is, or would be. */
  private int place(String name) {
    int at = Arrays.binarySearch(names, name);
    return at < 0 ? -at - 1 : at;
  }

  private SortedAmounts range(int from, int to) {
    return new SortedAmounts(
        Arrays.copyOfRange(names, from, to), Arrays.copyOfRange(amounts, from, to));
  }

  @Override
  public String firstKey() {
    return names[within(0)];
  }

  @Override
  public String lastKey() {
    return names[within(names.length - 1)];
  }

  private int within(int at) {
    if (at < 0 || at >= names.length) {
      throw new NoSuchElementException("Expected a kind at place " + at + " of " + this + ".");
    }
    return at;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof SortedAmounts same
            ? hash == same.hash
                && Arrays.equals(names, same.names)
                && Arrays.equals(amounts, same.amounts)
            : super.equals(other));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}

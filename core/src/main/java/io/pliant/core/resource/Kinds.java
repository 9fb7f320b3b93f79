package io.pliant.core.resource;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntBiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of the countable kinds beside cpus and memory that a site declares, as {@code gpu:a100}
 * or a licence.
 *
 * @param amounts by name of the kind; a kind of which there is nothing is not in it
 */
public record Kinds(SortedMap<String, Amount> amounts) {
  /** Nothing of any kind. */
  public static final Kinds NONE = new Kinds(Collections.emptySortedMap());

  /** Kinds at a time. */
  public static final int MOST = 64;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9:_.-]{0,63}");

  public Kinds {
    boolean checked = amounts instanceof SortedAmounts;
    amounts = SortedAmounts.of(amounts);
    if (amounts.size() > MOST) {
      throw new IllegalArgumentException(
          "Expected at most %d kinds of resources, but got %d.".formatted(MOST, amounts.size()));
    }
    if (!checked) {
      amounts.keySet().forEach(Kinds::checkName);
    }
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()
        || name.equals(Resources.CPUS)
        || name.equals(Resources.MEMORY)) {
      throw new IllegalArgumentException(
          ("Expected the name of a kind in 1 to 64 small letters, digits and ':_.-', a letter first,"
                  + " and neither cpus nor memory, but got '%.80s'.")
              .formatted(name));
    }
  }

  /** So many of one kind. */
  public static Kinds of(String name, int count) {
    return of(name, Amount.of(count));
  }

  public static Kinds of(String name, Amount amount) {
    TreeMap<String, Amount> one = new TreeMap<>();
    one.put(name, amount);
    return new Kinds(one);
  }

  /**
   * So many of each kind, those of nothing left out.
   *
   * @param names in order, of kinds that were made before
   * @param count of the kind at that place
   */
  public static Kinds counted(String[] names, IntUnaryOperator count) {
    return new Kinds(SortedAmounts.counted(names, count));
  }

  /** The same; where it is null, nothing of any kind. */
  public static Kinds orNone(@Nullable Kinds kinds) {
    return kinds == null ? NONE : kinds;
  }

  /** The same; where there is nothing of any kind, null: how it is stored. */
  public static @Nullable Kinds orNull(@Nullable Kinds kinds) {
    return kinds == null || kinds.isNone() ? null : kinds;
  }

  /** The same counts, without the names of units. */
  public Kinds counted() {
    return new Kinds(sorted().mapped((_, amount) -> Amount.of(amount.count())));
  }

  public boolean isNone() {
    return amounts.isEmpty();
  }

  /** Number of units of a kind; 0 of one that it does not have. */
  public int count(String name) {
    Amount amount = sorted().amount(name);
    return amount == null ? 0 : amount.count();
  }

  public Kinds plus(Kinds other) {
    return isNone() ? other : other.isNone() ? this : merged(other, Amount::plus);
  }

  /** What is left without those, all of which it must have. */
  public Kinds minus(Kinds other) {
    String missing = firstMissing(other);
    if (missing != null) {
      throw new IllegalArgumentException(
          "Expected to take away %s, but of %s there is only %s."
              .formatted(other.text(), missing, count(missing)));
    }
    return lessened(other, Amount::minus);
  }

  /** What is left without those, of which it may have less. */
  public Kinds without(Kinds other) {
    return lessened(other, Amount::without);
  }

  /** The larger count of each kind. */
  public Kinds most(Kinds other) {
    BinaryOperator<Amount> larger = (one, two) -> one.count() >= two.count() ? one : two;
    return isNone() ? other : other.isNone() ? this : merged(other, larger);
  }

  /** The smaller count of each kind. */
  public Kinds least(Kinds other) {
    if (isNone() || other.isNone()) {
      return NONE;
    }
    return counting((name, count) -> Math.min(count, other.count(name)));
  }

  /** True when it has at least those. */
  public boolean covers(Kinds other) {
    return firstMissing(other) == null;
  }

  /** The first kind by name of which it has less, or null when it covers those. */
  public @Nullable String firstMissing(Kinds other) {
    return sorted().firstExceeded(other.sorted());
  }

  /** As people read it: {@code 2 gpu:a100 and 1 ssd}; empty for nothing. */
  public String text() {
    return amounts.entrySet().stream()
        .map(kind -> kind.getValue().count() + " " + kind.getKey())
        .collect(Collectors.joining(" and "));
  }

  /** So many times all of it; which units these are is not known. */
  public Kinds times(int factor) {
    return counting((_, count) -> Math.multiplyExact(count, factor));
  }

  /** The same kinds with other counts, which units these are not being known. */
  private Kinds counting(ToIntBiFunction<String, Integer> count) {
    return new Kinds(
        sorted().mapped((name, amount) -> Amount.of(count.applyAsInt(name, amount.count()))));
  }

  /** How often the other fits in; the largest number there is when it is nothing. */
  public int timesIn(Kinds other) {
    int times = Integer.MAX_VALUE;
    for (Map.Entry<String, Amount> one : amounts.entrySet()) {
      times = Math.min(times, other.count(one.getKey()) / one.getValue().count());
    }
    return times;
  }

  /** The counts as one word without blanks: {@code gpu:a100=2,ssd=1}; empty for nothing. */
  public String word() {
    return amounts.entrySet().stream()
        .map(kind -> kind.getKey() + "=" + kind.getValue().count())
        .collect(Collectors.joining(","));
  }

  /** The same with the names of units where they are known: {@code gpu:a100=2/0/3,ssd=1}. */
  public String unitWord() {
    return amounts.entrySet().stream()
        .map(kind -> kind.getKey() + "=" + kind.getValue().word())
        .collect(Collectors.joining(","));
  }

  /**
   * Reads {@link #word()} and {@link #unitWord()} back.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static Kinds parse(String word) {
    TreeMap<String, Amount> amounts = new TreeMap<>();
    for (String kind : word.isEmpty() ? new String[0] : word.split(",", -1)) {
      int equals = kind.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "Expected counts of kinds as gpu:a100=2,ssd=1, but got '%.80s'.".formatted(word));
      }
      amounts.put(kind.substring(0, equals), Amount.parse(kind.substring(equals + 1)));
    }
    return new Kinds(amounts);
  }

  private Kinds merged(Kinds other, BinaryOperator<Amount> how) {
    return new Kinds(sorted().merged(other.sorted(), how));
  }

  private Kinds lessened(Kinds other, BinaryOperator<Amount> how) {
    if (isNone() || other.isNone()) {
      return this;
    }
    SortedAmounts less = other.sorted();
    return new Kinds(
        sorted()
            .mapped((name, own) -> {
              Amount amount = less.amount(name);
              return amount == null ? own : how.apply(own, amount);
            }));
  }

  private SortedAmounts sorted() {
    return (SortedAmounts) amounts;
  }
}

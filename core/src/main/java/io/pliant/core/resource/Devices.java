package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Kinds that have types, as GPUs: {@code gpu:a100} is a type of {@code gpu}. A node that has a type
 * has as many units of the kind itself, so that a job may ask for either; and a slice that holds
 * units of such a kind says of which types they are. Both are counted together everywhere else,
 * where a type is a kind as any other.
 */
public final class Devices {
  /** The kind of all GPUs. */
  public static final String GPU = "gpu";

  private static final char OF_TYPE = ':';

  private Devices() {}

  /** The kind of which this is a type; the same when it is none. */
  public static String family(String kind) {
    int colon = kind.indexOf(OF_TYPE);
    return colon < 0 ? kind : kind.substring(0, colon);
  }

  /** True for {@code gpu:a100}, a type of another kind. */
  public static boolean isType(String kind) {
    return kind.indexOf(OF_TYPE) >= 0;
  }

  /** True for a kind of which there are types among those. */
  public static boolean hasTypes(String kind, Kinds kinds) {
    return !isType(kind) && !types(kind, kinds).isEmpty();
  }

  /** Each kind by its types where there are any, and by itself where there are none. */
  public static Kinds withoutFamilies(Kinds kinds) {
    TreeMap<String, Amount> told = new TreeMap<>(kinds.amounts());
    told.keySet().removeIf(kind -> hasTypes(kind, kinds));
    return new Kinds(told);
  }

  /** Those kinds, and for types as many of what they are types of. */
  public static Kinds withFamilies(Kinds declared) {
    Kinds all = declared;
    for (Map.Entry<String, Amount> one : declared.amounts().entrySet()) {
      if (isType(one.getKey())) {
        all = all.plus(Kinds.of(family(one.getKey()), one.getValue()));
      }
    }
    return all;
  }

  /**
   * What a slice gets for that wish: of kinds of which the node has types, units of the types that
   * the wish names, then of the one type that has enough and least of them, then of whichever there
   * are.
   *
   * @param wanted with as many of each kind as of its types, or more
   * @param free what is left on the node; it covers the wish
   */
  public static Kinds settle(Kinds wanted, Kinds free) {
    Kinds settled = wanted;
    for (Map.Entry<String, Amount> one : wanted.amounts().entrySet()) {
      String kind = one.getKey();
      SortedMap<String, Amount> types = isType(kind) ? new TreeMap<>() : types(kind, free);
      if (!types.isEmpty()) {
        int left = one.getValue().count() - typed(kind, wanted);
        settled = settled.plus(chosen(types, wanted, left));
      }
    }
    return settled;
  }

  private static Kinds chosen(SortedMap<String, Amount> types, Kinds wanted, int count) {
    Comparator<String> byRoom = Comparator.comparingInt(type -> room(type, types, wanted));
    Kinds chosen = Kinds.NONE;
    int left = count;
    while (left > 0) {
      int missing = left;
      Kinds so = chosen;
      List<String> open =
          types.keySet().stream()
              .filter(type -> so.count(type) == 0 && room(type, types, wanted) > 0)
              .sorted(byRoom)
              .toList();
      if (open.isEmpty()) {
        break;
      }
      String type =
          open.stream()
              .filter(one -> room(one, types, wanted) >= missing)
              .findFirst()
              .orElse(open.getLast());
      int taken = Math.min(left, room(type, types, wanted));
      chosen = chosen.plus(Kinds.of(type, taken));
      left -= taken;
    }
    return chosen;
  }

  private static int room(String type, SortedMap<String, Amount> types, Kinds wanted) {
    Amount free = types.get(type);
    return free == null ? 0 : free.count() - wanted.count(type);
  }

  /**
   * The first kind of which it holds other than as many units as of the types that the node has of
   * it, or null when it is settled.
   */
  public static @Nullable String unsettled(Kinds held, Kinds capacity) {
    for (Map.Entry<String, Amount> one : held.amounts().entrySet()) {
      String kind = one.getKey();
      boolean typed = isType(kind) || hasTypes(kind, capacity);
      if (typed
          && capacity.count(family(kind)) > 0
          && held.count(family(kind)) != typed(family(kind), held)) {
        return kind;
      }
    }
    return null;
  }

  /**
   * The same with names of units, where the node has names for them: the first free ones of each
   * type, and of a kind those of its types.
   *
   * @param counts settled by {@link #settle}
   * @param free units that nobody holds
   */
  public static Kinds named(Kinds counts, Kinds free) {
    TreeMap<String, Amount> named = new TreeMap<>();
    counts
        .amounts()
        .forEach((kind, amount) -> {
          if (isType(kind)) {
            named.put(kind, first(amount.count(), free, kind));
          }
        });
    counts
        .amounts()
        .forEach((kind, amount) -> {
          if (!isType(kind)) {
            named.put(kind, ofTypes(kind, amount.count(), named, free));
          }
        });
    return new Kinds(named);
  }

  private static Amount ofTypes(String kind, int count, Map<String, Amount> named, Kinds free) {
    TreeSet<String> units = new TreeSet<>();
    named.forEach((type, amount) -> {
      if (isType(type) && family(type).equals(kind)) {
        units.addAll(amount.units());
      }
    });
    return units.size() == count ? Amount.of(units) : first(count, free, kind);
  }

  private static Amount first(int count, Kinds free, String kind) {
    Amount there = free.amounts().get(kind);
    List<String> units = there == null ? List.of() : there.units();
    return units.size() < count
        ? Amount.of(count)
        : Amount.of(new ArrayList<>(units.subList(0, count)));
  }

  private static int typed(String family, Kinds kinds) {
    return types(family, kinds).values().stream().mapToInt(Amount::count).sum();
  }

  private static SortedMap<String, Amount> types(String family, Kinds kinds) {
    return kinds.amounts().subMap(family + OF_TYPE, family + (char) (OF_TYPE + 1));
  }
}

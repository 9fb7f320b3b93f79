package io.pliant.core.spec;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Names that a site lists for bookkeeping; an empty list takes any.
 *
 * @param accounts that jobs may be counted under, in the order of the configuration
 * @param qos qualities of service that jobs may ask for, in that order
 */
public record KnownNames(List<ListedAccount> accounts, List<ListedQos> qos) {
  /** Any names. */
  public static final KnownNames ANY = new KnownNames(List.of(), List.of());

  /**
   * Checks that all names fit together.
   *
   * @throws IllegalArgumentException naming the first that does not
   */
  public KnownNames {
    accounts = List.copyOf(accounts);
    qos = List.copyOf(qos);
    once(accounts.stream().map(ListedAccount::name).toList(), "account");
    once(qos.stream().map(ListedQos::name).toList(), "quality of service");
    for (ListedAccount account : accounts) {
      checkParents(account, accounts);
      for (String name : account.qos()) {
        if (qos.stream().noneMatch(known -> known.name().equals(name))) {
          throw new IllegalArgumentException(
              "Expected account '%s' to have qualities of service that are listed, but got '%s'."
                  .formatted(account.name(), name));
        }
      }
    }
  }

  private static void once(List<String> names, String what) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "Expected each %s once, but got '%s' again.".formatted(what, name));
      }
    }
  }

  private static void checkParents(ListedAccount account, List<ListedAccount> all) {
    Set<String> way = new HashSet<>(List.of(account.name()));
    for (String at = account.parent(); at != null; ) {
      String name = at;
      ListedAccount above =
          all.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
      if (above == null || !way.add(name)) {
        throw new IllegalArgumentException(
            "Expected account '%s' to lead to the root, but got %s."
                .formatted(account.name(), above == null ? "unknown '" + name + "'" : "a circle"));
      }
      at = above.parent();
    }
  }

  /** The account of that name, or null. */
  public @Nullable ListedAccount account(String name) {
    return accounts.stream()
        .filter(known -> known.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /** The quality of service of that name, or null. */
  public @Nullable ListedQos qos(String name) {
    return qos.stream()
        .filter(known -> known.name().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /** Accounts that a user may use, those that name him first. */
  public List<ListedAccount> accountsOf(String user) {
    return accounts.stream()
        .filter(account -> account.takes(user))
        .sorted((one, other) -> Boolean.compare(other.names(user), one.names(user)))
        .toList();
  }

  /** What each quality of service is as a factor: its priority over the highest one. */
  public SortedMap<String, Double> qosFactors() {
    int highest = qos.stream().mapToInt(ListedQos::priority).max().orElse(0);
    SortedMap<String, Double> factors = new TreeMap<>();
    qos.forEach(
        one -> factors.put(one.name(), highest == 0 ? 0 : one.priority() / (double) highest));
    return factors;
  }
}

package io.pliant.runtime.settings;

import io.pliant.core.priority.FairShare;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.spec.KnownNames;
import io.pliant.core.spec.ListedAccount;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads and checks the block {@code priority} of a partition. */
final class PriorityReader {
  private static final int MOST_SHARES = 1_000_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  private PriorityReader() {}

  static PriorityRule read(Section section, KnownNames names) {
    SortedMap<String, FairShare.Account> accounts = new TreeMap<>();
    SortedMap<String, String> accountOf = new TreeMap<>();
    for (Section account : section.sections("accounts")) {
      account(account, accounts, accountOf);
    }
    PriorityWeights weights =
        new PriorityWeights(
            section.weight("age"),
            section.weight("size"),
            0,
            section.weight("qos"),
            section.weight("fair-share"),
            section.weight("accuracy"));
    if (weights.qos() > 0 && names.qos().isEmpty()) {
      throw section.broken("qos", "0, since pliant.qos lists none", null);
    }
    if (accounts.isEmpty()) {
      tree(names, accounts, accountOf);
    }
    Duration fullAge = section.duration("full-age", SHORTEST, LONGEST);
    Duration halfLife = section.duration("half-life", SHORTEST, LONGEST);
    try {
      return section.closed(
          new PriorityRule(weights, fullAge, halfLife, accounts, accountOf, names.qosFactors()));
    } catch (IllegalArgumentException e) {
      throw section.broken("accounts", "accounts whose parents are accounts of the list", e);
    }
  }

  /** The accounts of the site; of several the first that names a user has his use. */
  private static void tree(
      KnownNames names,
      SortedMap<String, FairShare.Account> accounts,
      SortedMap<String, String> accountOf) {
    for (ListedAccount listed : names.accounts()) {
      accounts.put(listed.name(), new FairShare.Account(listed.parent(), listed.shares(), 0));
      if (listed.users() != null) {
        listed.users().forEach(user -> accountOf.putIfAbsent(user, listed.name()));
      }
    }
  }

  private static void account(
      Section section,
      SortedMap<String, FairShare.Account> accounts,
      SortedMap<String, String> accountOf) {
    String name = section.text("name");
    String parent = section.textOr("parent", "");
    if (name.isEmpty() || name.equals(parent)) {
      throw section.broken("name", "a name, other than that of the parent", null);
    }
    int shares = section.has("shares") ? section.number("shares", 1, MOST_SHARES) : 1;
    FairShare.Account account = new FairShare.Account(parent.isEmpty() ? null : parent, shares, 0);
    if (accounts.putIfAbsent(name, account) != null) {
      throw section.broken("name", "a name that no other account has", null);
    }
    if (section.has("users")) {
      for (String user : section.texts("users")) {
        if (accountOf.putIfAbsent(user, name) != null) {
          throw section.broken("users", "each user in one account", null);
        }
      }
    }
    section.close();
  }
}

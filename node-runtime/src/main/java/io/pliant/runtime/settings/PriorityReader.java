package io.pliant.runtime.settings;

import io.pliant.core.priority.FairShare;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.PriorityWeights;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads and checks the block {@code priority} of a partition. */
final class PriorityReader {
  private static final int MOST_SHARES = 1_000_000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  private PriorityReader() {}

  static PriorityRule read(Section section) {
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
            0,
            section.weight("fair-share"),
            section.weight("accuracy"));
    Duration fullAge = section.duration("full-age", SHORTEST, LONGEST);
    Duration halfLife = section.duration("half-life", SHORTEST, LONGEST);
    try {
      return section.closed(new PriorityRule(weights, fullAge, halfLife, accounts, accountOf));
    } catch (IllegalArgumentException e) {
      throw section.broken("accounts", "accounts whose parents are accounts of the list", e);
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

package io.pliant.core.priority;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Shares and past use of a tree of accounts; users are its leaves.
 *
 * <p>Use decays by half in each half-life. The factor of a leaf is 2^(-use/share), where share is
 * the product of the shares among siblings on the way from the root, and use is the leaf's part of
 * all use, mixed on each level with that of the account above: effective = own + (above - own) x
 * share among siblings. 1 means nothing used, 0.5 used exactly the share.
 *
 * <p><b>Source.</b> The classic fair-share algorithm of Slurm's multifactor priority.
 *
 * @param accounts by name; the parent of each is another one, or null below the root
 * @param halfLife time in which use loses half its weight, in the unit of the times given, above 0
 * @param asOf time to which the uses are decayed
 */
public record FairShare(SortedMap<String, Account> accounts, long halfLife, long asOf) {
  /**
   * An account or user.
   *
   * @param parent name of the account above, or null
   * @param shares raw shares among its siblings, at least 1
   * @param use decayed use of all below it
   */
  public record Account(@Nullable String parent, int shares, double use) {}

  /**
   * Where an account or user stands; each number from 0 to 1.
   *
   * @param share product of its shares among siblings on the way from the root
   * @param use its part of all use
   * @param effectiveUse its use, mixed with that of the accounts above
   * @param factor of fair share
   */
  public record Standing(double share, double use, double effectiveUse, double factor) {}

  public FairShare {
    if (halfLife <= 0) {
      throw new IllegalArgumentException("Expected a half-life above 0, but got " + halfLife + ".");
    }
    accounts = Collections.unmodifiableSortedMap(new TreeMap<>(accounts));
    for (Account account : accounts.values()) {
      if (account.shares < 1 || (account.parent != null && !accounts.containsKey(account.parent))) {
        throw new IllegalArgumentException(
            "Expected accounts with at least one share and a known parent, but got %s."
                .formatted(account));
      }
    }
  }

  /** The tree with all uses decayed to a later time. */
  public FairShare at(long time) {
    double factor = Math.pow(2, -(time - asOf) / (double) halfLife);
    TreeMap<String, Account> decayed = new TreeMap<>();
    accounts.forEach(
        (name, a) -> decayed.put(name, new Account(a.parent, a.shares, a.use * factor)));
    return new FairShare(decayed, halfLife, time);
  }

  /** The tree after {@code amount} more was used, for example cpu-seconds, at {@code time}. */
  public FairShare used(String leaf, double amount, long time) {
    TreeMap<String, Account> next = new TreeMap<>(at(time).accounts);
    for (String name = leaf; name != null; ) {
      Account account = next.get(name);
      if (account == null) {
        throw unknown(name);
      }
      next.put(name, new Account(account.parent, account.shares, account.use + amount));
      name = account.parent;
    }
    return new FairShare(next, halfLife, time);
  }

  /** The fair-share factor of a user or account, from 0 to 1. */
  public double factor(String leaf) {
    double all = siblingsUse(null);
    return all <= 0 ? 1 : Math.pow(2, -effectiveUse(leaf, all) / share(leaf));
  }

  /** The tree with the use of each account made that of all below it, given the leaves' own. */
  public FairShare summed() {
    TreeMap<String, Account> next = new TreeMap<>(accounts);
    accounts.forEach((_, leaf) -> {
      for (String name = leaf.parent; name != null && leaf.use > 0; ) {
        Account above = next.get(name);
        if (above == null) {
          throw unknown(name);
        }
        next.put(name, new Account(above.parent, above.shares, above.use + leaf.use));
        name = above.parent;
      }
    });
    return new FairShare(next, halfLife, asOf);
  }

  /** {@link #factor} of each account or user that has none below it. */
  public Map<String, Double> leafFactors() {
    Map<@Nullable String, Long> sharesBelow = sharesBelow();
    Map<String, Double> factors = new TreeMap<>();
    standings(
        sharesBelow,
        (name, standing) -> {
          if (!sharesBelow.containsKey(name)) {
            factors.put(name, standing.factor());
          }
        });
    return factors;
  }

  /** Where each account and user stands, by name. */
  public SortedMap<String, Standing> standings() {
    SortedMap<String, Standing> standings = new TreeMap<>();
    standings(sharesBelow(), standings::put);
    return standings;
  }

  private void standings(
      Map<@Nullable String, Long> sharesBelow, BiConsumer<String, Standing> each) {
    double all = siblingsUse(null);
    Map<String, double[]> done = new HashMap<>();
    accounts.forEach((name, account) -> {
      double[] useAndShare = useAndShare(name, all, sharesBelow, done);
      each.accept(
          name,
          new Standing(
              useAndShare[1],
              all <= 0 ? 0 : account.use / all,
              useAndShare[0],
              all <= 0 ? 1 : Math.pow(2, -useAndShare[0] / useAndShare[1])));
    });
  }

  private Map<@Nullable String, Long> sharesBelow() {
    Map<@Nullable String, Long> shares = new HashMap<>();
    accounts.values().forEach(one -> shares.merge(one.parent, (long) one.shares, Long::sum));
    return shares;
  }

  private double[] useAndShare(
      String name,
      double all,
      Map<@Nullable String, Long> sharesBelow,
      Map<String, double[]> done) {
    double[] known = done.get(name);
    if (known != null) {
      return known;
    }
    Account account = account(name);
    double among = account.shares / (double) sharesBelow.getOrDefault(account.parent, 1L);
    double own = all <= 0 ? 0 : account.use / all;
    double[] result = {own, among};
    if (account.parent != null) {
      double[] above = useAndShare(account.parent, all, sharesBelow, done);
      result = new double[] {own + (above[0] - own) * among, among * above[1]};
    }
    done.put(name, result);
    return result;
  }

  private double effectiveUse(String name, double all) {
    Account account = account(name);
    double own = account.use / all;
    return account.parent == null
        ? own
        : own + (effectiveUse(account.parent, all) - own) * shareAmongSiblings(account);
  }

  private double share(String name) {
    Account account = account(name);
    double among = shareAmongSiblings(account);
    return account.parent == null ? among : among * share(account.parent);
  }

  private double shareAmongSiblings(Account account) {
    long all =
        accounts.values().stream()
            .filter(a -> Objects.equals(a.parent, account.parent))
            .mapToLong(Account::shares)
            .sum();
    return account.shares / (double) all;
  }

  private double siblingsUse(@Nullable String parent) {
    return accounts.values().stream()
        .filter(a -> Objects.equals(a.parent, parent))
        .mapToDouble(Account::use)
        .sum();
  }

  private Account account(String name) {
    Account account = accounts.get(name);
    if (account == null) {
      throw unknown(name);
    }
    return account;
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "Expected a known account or user, but got '" + name + "'.");
  }
}

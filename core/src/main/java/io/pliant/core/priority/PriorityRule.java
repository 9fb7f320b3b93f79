package io.pliant.core.priority;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a partition orders its queue: the weights of the factors and what they are measured by.
 * Whatever the policy, it goes through the queue in this order; equal jobs keep the order of
 * submission. A queue has one partition, so that factor is 0.
 *
 * @param weights of the factors
 * @param fullAge waiting time at which the age factor is 1
 * @param halfLife time in which past use loses half its weight
 * @param accounts of the tree of fair shares, by name, without users; their use is ignored
 * @param accountOf account of each user that has one; the others stand below the root, each with
 *     one share, as users do below their accounts
 * @param qos factor of each quality of service that the site lists, from 0 to 1; 0 for all others
 */
public record PriorityRule(
    PriorityWeights weights,
    Duration fullAge,
    Duration halfLife,
    SortedMap<String, FairShare.Account> accounts,
    SortedMap<String, String> accountOf,
    SortedMap<String, Double> qos) {
  private static final String USER = "+";
  private static final String ACCOUNT = ".";

  /** The order of submission. */
  public static final PriorityRule SUBMISSION =
      of(PriorityWeights.BY_AGE, Duration.ofDays(14), Duration.ofDays(7));

  public PriorityRule {
    if (fullAge.toMillis() <= 0 || halfLife.toMillis() <= 0) {
      throw new IllegalArgumentException(
          "Expected a full age and a half-life above 0, but got %s and %s."
              .formatted(fullAge, halfLife));
    }
    accounts = Collections.unmodifiableSortedMap(new TreeMap<>(accounts));
    accountOf = Collections.unmodifiableSortedMap(new TreeMap<>(accountOf));
    qos = Collections.unmodifiableSortedMap(new TreeMap<>(qos));
    for (String name : accounts.keySet()) {
      checkParents(name, accounts);
    }
    for (Map.Entry<String, String> user : accountOf.entrySet()) {
      if (!accounts.containsKey(user.getValue())) {
        throw new IllegalArgumentException(
            "Expected user '%s' in a known account, but got '%s'."
                .formatted(user.getKey(), user.getValue()));
      }
    }
  }

  /** A rule of a site that lists no qualities of service. */
  public PriorityRule(
      PriorityWeights weights,
      Duration fullAge,
      Duration halfLife,
      SortedMap<String, FairShare.Account> accounts,
      SortedMap<String, String> accountOf) {
    this(weights, fullAge, halfLife, accounts, accountOf, new TreeMap<>());
  }

  private static void checkParents(String name, SortedMap<String, FairShare.Account> accounts) {
    Set<String> way = new HashSet<>();
    for (String at = name; at != null; ) {
      FairShare.Account account = accounts.get(at);
      if (account == null || !way.add(at)) {
        throw new IllegalArgumentException(
            "Expected account '%s' to lead to the root, but got %s."
                .formatted(name, account == null ? "unknown '" + at + "'" : "a circle"));
      }
      at = account.parent();
    }
  }

  /** A rule in which all users have equal shares. */
  public static PriorityRule of(PriorityWeights weights, Duration fullAge, Duration halfLife) {
    return new PriorityRule(weights, fullAge, halfLife, new TreeMap<>(), new TreeMap<>());
  }

  /** True when waiting time alone counts, which is the order of submission. */
  public boolean isSubmission() {
    return weights.size() == 0
        && weights.fairShare() == 0
        && weights.accuracy() == 0
        && (weights.qos() == 0 || qos.isEmpty());
  }

  /**
   * The factors of a job but for its fair share.
   *
   * @param service quality of service that it asks for, or null
   */
  public PriorityFactors factors(
      UserAccuracy user, Duration waited, int nodes, int ofNodes, @Nullable String service) {
    double size = ofNodes == 0 ? 0 : Math.min(1, nodes / (double) ofNodes);
    double age = PriorityFactors.age(Math.max(0, waited.toMillis()), fullAge.toMillis());
    double quality = service == null ? 0 : qos.getOrDefault(service, 0.0);
    return new PriorityFactors(age, size, 0, quality, 0, 0).withAccuracy(user);
  }

  /**
   * The fair-share factor of each of these users and of all that are remembered.
   *
   * @param now time to which past use is decayed
   */
  public Map<String, Double> fairShares(
      UserHistories users, Collection<String> waiting, Instant now) {
    Map<String, Double> byUser = new TreeMap<>();
    tree(uses(users, waiting, now))
        .leafFactors()
        .forEach((name, factor) -> byUser.put(name.substring(1), factor));
    return byUser;
  }

  /**
   * What each of these users and of all that are remembered has used.
   *
   * @param now time to which past use is decayed
   * @return cpu-seconds by login name, 0 for who has used nothing
   */
  public SortedMap<String, Double> uses(
      UserHistories users, Collection<String> waiting, Instant now) {
    SortedMap<String, Double> uses = new TreeMap<>();
    waiting.forEach(user -> uses.put(user, 0.0));
    users.byName().forEach((name, history) -> uses.put(name, history.useAt(now, halfLife)));
    return uses;
  }

  /**
   * The tree of fair shares as a list: each account before those below it, its users first.
   *
   * @param uses cpu-seconds by user, as of {@link #uses}
   */
  public List<ShareRow> shares(Map<String, Double> uses) {
    FairShare tree = tree(uses);
    Map<@Nullable String, List<String>> below = new HashMap<>();
    tree.accounts()
        .reversed()
        .forEach(
            (name, one) -> below.computeIfAbsent(one.parent(), _ -> new ArrayList<>()).add(name));
    List<ShareRow> rows = new ArrayList<>(tree.accounts().size());
    SortedMap<String, FairShare.Standing> standings = tree.standings();
    Deque<Place> next = new ArrayDeque<>();
    below.getOrDefault(null, List.of()).forEach(name -> next.push(new Place(name, 1)));
    while (!next.isEmpty()) {
      Place place = next.pop();
      String name = place.name;
      FairShare.Account one = Objects.requireNonNull(tree.accounts().get(name));
      boolean user = name.startsWith(USER);
      rows.add(
          new ShareRow(
              plain(user ? one.parent() : name),
              user ? plain(name) : null,
              user ? null : plain(one.parent()),
              place.depth,
              one.shares(),
              one.use(),
              Objects.requireNonNull(standings.get(name))));
      below
          .getOrDefault(name, List.of())
          .forEach(child -> next.push(new Place(child, place.depth + 1)));
    }
    return rows;
  }

  /** Where to go on in the tree; the names of users sort before those of accounts. */
  private record Place(String name, int depth) {}

  private FairShare tree(Map<String, Double> uses) {
    SortedMap<String, FairShare.Account> tree = new TreeMap<>();
    accounts.forEach((name, account) ->
        tree.put(
            account(name),
            new FairShare.Account(
                account.parent() == null ? null : account(account.parent()), account.shares(), 0)));
    uses.forEach((user, use) -> tree.put(USER + user, leafAccount(user, use)));
    return new FairShare(tree, halfLife.toMillis(), 0).summed();
  }

  private FairShare.Account leafAccount(String user, double use) {
    String account = accountOf.get(user);
    return new FairShare.Account(account == null ? null : account(account), 1, use);
  }

  private static String account(String name) {
    return ACCOUNT + name;
  }

  private static @Nullable String plain(@Nullable String name) {
    return name == null ? null : name.substring(1);
  }
}

package io.pliant.cli.slurm;

import static io.pliant.cli.slurm.ManagerTable.ACCOUNT;
import static io.pliant.cli.slurm.ManagerTable.CLUSTER;
import static io.pliant.cli.slurm.ManagerTable.DEFAULT_ACCOUNT;
import static io.pliant.cli.slurm.ManagerTable.DEFAULT_QOS;
import static io.pliant.cli.slurm.ManagerTable.DESCRIPTION;
import static io.pliant.cli.slurm.ManagerTable.ID;
import static io.pliant.cli.slurm.ManagerTable.MAX_WALL;
import static io.pliant.cli.slurm.ManagerTable.NAME;
import static io.pliant.cli.slurm.ManagerTable.PARENT;
import static io.pliant.cli.slurm.ManagerTable.PRIORITY;
import static io.pliant.cli.slurm.ManagerTable.QOS;
import static io.pliant.cli.slurm.ManagerTable.SHARE;
import static io.pliant.cli.slurm.ManagerTable.TYPE;
import static io.pliant.cli.slurm.ManagerTable.USER;

import io.pliant.api.AccountEntry;
import io.pliant.api.AccountList;
import io.pliant.api.QosEntry;
import io.pliant.cli.slurm.ManagerQuery.Condition;
import io.pliant.core.format.TimeText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of {@code sacctmgr show}, each with its cells by title. An association is what a user may
 * do: to use an account that names him or is open to everybody, which is told of users that are
 * asked for.
 */
final class ManagerRows {
  private final ManagerQuery query;
  private final AccountList listed;
  private final String cluster;
  private final Map<String, AccountEntry> byName = new HashMap<>();
  private final SortedMap<String, List<AccountEntry>> naming = new TreeMap<>();

  /**
   * @param listed what the site lists
   * @param cluster name of the cluster
   */
  ManagerRows(ManagerQuery query, AccountList listed, String cluster) {
    this.query = query;
    this.listed = listed;
    this.cluster = cluster;
    for (AccountEntry account : listed.accounts()) {
      byName.put(account.name(), account);
      for (String user : named(account)) {
        naming.computeIfAbsent(user, _ -> new ArrayList<>()).add(account);
      }
    }
  }

  private static List<String> named(AccountEntry account) {
    List<String> users = account.users();
    return users == null ? List.of() : users;
  }

  /** The accounts, each with its associations where these are asked for. */
  List<Map<String, String>> accounts() {
    return wantedAccounts()
        .flatMap(account ->
            query.associations() && query.takes(Condition.CLUSTER, cluster)
                ? associations(account).map(cells -> with(described(account), cells))
                : Stream.of(described(account)))
        .toList();
  }

  private static Map<String, String> described(AccountEntry account) {
    Map<String, String> cells = new HashMap<>();
    cells.put(ACCOUNT, account.name());
    cells.put(DESCRIPTION, account.description());
    return cells;
  }

  /** A line for each account and each user in it. */
  List<Map<String, String>> associations() {
    if (!query.takes(Condition.CLUSTER, cluster)) {
      return List.of();
    }
    return wantedAccounts().flatMap(this::associations).toList();
  }

  private Stream<AccountEntry> wantedAccounts() {
    List<AccountEntry> all = query.tree() ? inTree() : listed.accounts();
    Set<String> users = query.wanted(Condition.USER);
    return all.stream()
        .filter(account -> users.isEmpty() || users.stream().anyMatch(user -> takes(account, user)))
        .filter(account ->
            query.takes(Condition.ACCOUNT, account.name())
                && query.takes(Condition.PARENT, account.parent()));
  }

  private Stream<Map<String, String>> associations(AccountEntry account) {
    int depth = depth(account);
    Set<String> asked = query.wanted(Condition.USER);
    if (!asked.isEmpty()) {
      return asked.stream()
          .filter(user -> takes(account, user))
          .map(user -> ofUser(account, user, depth + 1));
    }
    Map<String, String> own = association(account, depth);
    own.put(SHARE, Integer.toString(account.shares()));
    String parent = account.parent();
    if (parent != null) {
      own.put(PARENT, parent);
    }
    return Stream.concat(
        Stream.of(own), named(account).stream().map(user -> ofUser(account, user, depth + 1)));
  }

  /** Users that may use some account, each with a line for each of them where that is asked for. */
  List<Map<String, String>> users() {
    List<AccountEntry> open =
        listed.accounts().stream().filter(account -> account.users() == null).toList();
    Set<String> asked = query.wanted(Condition.USER);
    List<Map<String, String>> lines = new ArrayList<>();
    for (String user : asked.isEmpty() ? naming.keySet() : asked) {
      List<AccountEntry> own = new ArrayList<>(naming.getOrDefault(user, List.of()));
      own.addAll(open);
      if (!own.isEmpty()) {
        lines.addAll(ofUser(user, own));
      }
    }
    return lines;
  }

  private List<Map<String, String>> ofUser(String user, List<AccountEntry> own) {
    Map<String, String> cells = new HashMap<>();
    cells.put(USER, user);
    cells.put(DEFAULT_ACCOUNT, own.getFirst().name());
    List<AccountEntry> wanted =
        own.stream().filter(account -> query.takes(Condition.ACCOUNT, account.name())).toList();
    if (wanted.isEmpty() || !query.takes(Condition.CLUSTER, cluster)) {
      return List.of();
    }
    return query.associations()
        ? wanted.stream().map(account -> with(cells, ofUser(account, user, 0))).toList()
        : List.of(cells);
  }

  private static boolean takes(AccountEntry account, String user) {
    return account.users() == null || named(account).contains(user);
  }

  private Map<String, String> ofUser(AccountEntry account, String user, int depth) {
    Map<String, String> cells = association(account, depth);
    cells.put(USER, user);
    cells.put(SHARE, "1");
    return cells;
  }

  private Map<String, String> association(AccountEntry account, int depth) {
    Map<String, String> cells = new HashMap<>();
    cells.put(CLUSTER, cluster);
    cells.put(ACCOUNT, " ".repeat(query.tree() ? depth : 0) + account.name());
    List<String> qos =
        account.qos().isEmpty()
            ? listed.qos().stream().map(QosEntry::name).toList()
            : account.qos();
    cells.put(QOS, String.join(",", qos));
    if (!account.qos().isEmpty()) {
      cells.put(DEFAULT_QOS, account.qos().getFirst());
    }
    return cells;
  }

  private static Map<String, String> with(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new HashMap<>(one);
    both.putAll(other);
    return both;
  }

  /** The accounts, each before those below it. */
  private List<AccountEntry> inTree() {
    Map<String, List<AccountEntry>> below = new HashMap<>();
    Deque<AccountEntry> next = new ArrayDeque<>();
    for (AccountEntry account : listed.accounts().reversed()) {
      AccountEntry above = above(account);
      if (above == null) {
        next.push(account);
      } else {
        below.computeIfAbsent(above.name(), _ -> new ArrayList<>()).add(account);
      }
    }
    List<AccountEntry> all = new ArrayList<>();
    while (!next.isEmpty()) {
      AccountEntry account = next.pop();
      all.add(account);
      below.getOrDefault(account.name(), List.of()).forEach(next::push);
    }
    return all;
  }

  private int depth(AccountEntry account) {
    int depth = 0;
    for (AccountEntry at = above(account); at != null; at = above(at)) {
      depth++;
    }
    return depth;
  }

  private @Nullable AccountEntry above(AccountEntry account) {
    String parent = account.parent();
    return parent == null ? null : byName.get(parent);
  }

  /** The qualities of service. */
  List<Map<String, String>> qualities() {
    return listed.qos().stream()
        .filter(qos -> query.takes(Condition.NAME, qos.name()))
        .map(ManagerRows::quality)
        .toList();
  }

  private static Map<String, String> quality(QosEntry qos) {
    Map<String, String> cells = new HashMap<>();
    cells.put(NAME, qos.name());
    cells.put(PRIORITY, Integer.toString(qos.priority()));
    cells.put(DESCRIPTION, qos.description());
    if (qos.maxTimeSeconds() != null) {
      cells.put(MAX_WALL, TimeText.full(Duration.ofSeconds(qos.maxTimeSeconds())));
    }
    return cells;
  }

  /**
   * What is counted of jobs, with Slurm's own numbers as far as it has any.
   *
   * @param kinds devices and licences, as {@code gres/gpu}
   */
  static List<Map<String, String>> counted(Collection<String> kinds) {
    List<Map<String, String>> lines = new ArrayList<>();
    List<String> numbered = List.of("cpu", "mem", "energy", "node");
    for (int i = 0; i < numbered.size(); i++) {
      lines.add(Map.of(TYPE, numbered.get(i), NAME, "", ID, Integer.toString(i + 1)));
    }
    for (String kind : kinds) {
      int slash = kind.indexOf('/');
      lines.add(Map.of(TYPE, kind.substring(0, slash), NAME, kind.substring(slash + 1)));
    }
    return lines;
  }
}

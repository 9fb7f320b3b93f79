package io.pliant.cli.slurm;

import io.pliant.core.format.ColumnFormat;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the words of a {@code sacctmgr show} ask for.
 *
 * @param entity what is to be listed
 * @param format columns, or null for the usual ones
 * @param noHeader without titles
 * @param layout how cells stand on a line
 * @param associations with a line for each account that a user may use
 * @param tree accounts are indented below those above them
 * @param wanted names that a line must have one of; none for any
 */
record ManagerQuery(
    Entity entity,
    @Nullable String format,
    boolean noHeader,
    ColumnFormat.Layout layout,
    boolean associations,
    boolean tree,
    Map<Condition, Set<String>> wanted) {
  static final String READ_ONLY =
      "Expected show or list, but got '%s'. Accounts and qualities of service stand in the configuration: "
          + "edit 'accounts' and 'qos' there and restart the controllers one after the other.";

  private static final Set<String> CHANGES =
      Set.of(
          "add",
          "create",
          "modify",
          "update",
          "delete",
          "remove",
          "dump",
          "load",
          "archive",
          "clear",
          "reconfigure",
          "shutdown");

  /** What can be listed. */
  enum Entity {
    ACCOUNT,
    ASSOCIATION,
    CLUSTER,
    COORDINATOR,
    QOS,
    RUNAWAYJOBS,
    TRES,
    USER,
    WCKEY;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** What its lines can be chosen by; where there are none to list, by anything. */
    Set<Condition> conditions() {
      return switch (this) {
        case ACCOUNT, ASSOCIATION ->
            EnumSet.of(Condition.ACCOUNT, Condition.USER, Condition.PARENT, Condition.CLUSTER);
        case USER -> EnumSet.of(Condition.USER, Condition.ACCOUNT, Condition.CLUSTER);
        case CLUSTER -> EnumSet.of(Condition.CLUSTER);
        case QOS -> EnumSet.of(Condition.NAME);
        case TRES -> EnumSet.noneOf(Condition.class);
        case COORDINATOR, RUNAWAYJOBS, WCKEY -> EnumSet.allOf(Condition.class);
      };
    }
  }

  /** What lines can be chosen by. */
  enum Condition {
    NAME("names"),
    USER("users"),
    ACCOUNT("accounts", "acct"),
    CLUSTER("clusters"),
    PARENT("parents");

    private final List<String> words;

    Condition(String... words) {
      this.words = List.of(words);
    }
  }

  /** True when nothing is asked of it, or one of the names asked for is this. */
  boolean takes(Condition condition, @Nullable String name) {
    Set<String> names = wanted(condition);
    return names.isEmpty() || name != null && names.contains(name);
  }

  /** Names that a line must have one of; none for any. Only users differ by the case of letters. */
  Set<String> wanted(Condition condition) {
    return wanted.getOrDefault(condition, Set.of());
  }

  /**
   * Reads the words behind {@code sacctmgr}; throws IllegalArgumentException saying what is wrong.
   */
  static ManagerQuery parse(List<String> words) {
    Reader reader = new Reader();
    words.forEach(reader::word);
    return reader.query();
  }

  private static final class Reader {
    private final List<String> names = new ArrayList<>();
    private final Map<String, String> values = new HashMap<>();
    private @Nullable String command;
    private @Nullable Entity entity;
    private @Nullable String format;
    private boolean noHeader;
    private boolean parsable;
    private boolean last;
    private boolean associations;
    private boolean tree;

    void word(String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      int equals = word.indexOf('=');
      if (lower.startsWith("--format=")) {
        format = word.substring(equals + 1);
      } else if (word.startsWith("-") && word.length() > 1) {
        option(word);
      } else if (command == null) {
        command = command(lower);
      } else if (entity == null) {
        entity = entity(lower);
      } else if (equals > 0) {
        condition(lower.substring(0, equals), word.substring(equals + 1));
      } else {
        plain(word, lower);
      }
    }

    private void option(String word) {
      String letters =
          switch (word) {
            case "--noheader" -> "n";
            case "--parsable" -> "p";
            case "--parsable2" -> "P";
            case "--associations" -> "s";
            case "--immediate", "--quiet", "--oneliner", "--readonly", "--verbose" -> "i";
            default -> word.startsWith("--") ? "?" : word.substring(1);
          };
      for (char letter : letters.toCharArray()) {
        switch (letter) {
          case 'n' -> noHeader = true;
          case 'p', 'P' -> {
            parsable = true;
            last = letter == 'p';
          }
          case 's' -> associations = true;
          case 'i', 'Q', 'o', 'r', 'v' -> {} // a list changes nothing, and has a line for each
          default ->
              throw new IllegalArgumentException(
                  "Expected an option of those below, but got '%s'.".formatted(word));
        }
      }
    }

    private static String command(String lower) {
      if ("show".startsWith(lower) || "list".startsWith(lower)) {
        return lower;
      }
      throw new IllegalArgumentException(
          CHANGES.contains(lower)
              ? READ_ONLY.formatted(lower)
              : "Expected show or list, but got '%s'.".formatted(lower));
    }

    private static Entity entity(String lower) {
      for (Entity known : Entity.values()) {
        if (known.word().startsWith(lower)
            || (known.word() + "s").equals(lower)
            || known == Entity.QOS && lower.equals("qoses")) {
          return known;
        }
      }
      String instead = instead(lower);
      throw new IllegalArgumentException(
          "Expected one of %s to be shown, but got '%s'.%s"
              .formatted(
                  String.join(", ", List.of(Entity.values()).stream().map(Entity::word).toList()),
                  lower,
                  instead));
    }

    /** What tells of it, of those that Slurm's command lists. */
    private static String instead(String lower) {
      return switch (lower) {
        case "event", "events" ->
            " Write sinfo -R for nodes that are down or drained now, and why; the logs of the controllers have what was before.";
        case "job", "jobs" -> " Write sacct.";
        case "reservation", "reservations" -> " Write scontrol show reservation.";
        case "resource", "resources" -> " Write scontrol show licenses.";
        case "config", "configuration" -> " Write scontrol show config.";
        case "stats" -> " Write sdiag.";
        case "transaction", "transactions" ->
            " Accounts change with the configuration, whose history is the site's.";
        case "problem", "problems", "federation", "federations" -> " There are none.";
        default -> "";
      };
    }

    private void condition(String key, String value) {
      if (key.length() > 1 && "format".startsWith(key)) {
        format = value;
      } else {
        values.merge(key, value, (one, other) -> one + "," + other);
      }
    }

    private void plain(String word, String lower) {
      switch (lower) {
        case "where" -> {}
        case "withassoc", "withassociations" -> associations = true;
        case "tree" -> tree = true;
        // nothing is kept of what was deleted, and there are no limits of associations
        case "withdeleted", "withcoordinators", "withcoord", "woplimits", "wopl" -> {}
        case "set" -> throw new IllegalArgumentException(READ_ONLY.formatted("set"));
        default -> names.add(word);
      }
    }

    ManagerQuery query() {
      if (command == null) {
        throw new IllegalArgumentException("Expected show or list, but got nothing.");
      }
      Entity shown = entity;
      if (shown == null) {
        throw new IllegalArgumentException("Expected what to show, but got nothing.");
      }
      Map<Condition, Set<String>> wanted = new EnumMap<>(Condition.class);
      names.forEach(name -> add(wanted, named(shown), name));
      values.forEach((key, value) -> {
        Condition condition = condition(key);
        add(wanted, condition == Condition.NAME ? named(shown) : condition, value);
      });
      for (Condition condition : wanted.keySet()) {
        if (!shown.conditions().contains(condition)) {
          throw new IllegalArgumentException(
              "Expected %s to be chosen by %s, but got %s."
                  .formatted(shown.word(), words(shown), condition.words.getFirst() + "="));
        }
      }
      ColumnFormat.Layout layout =
          parsable ? new ColumnFormat.Layout("|", last) : ColumnFormat.Layout.PADDED;
      return new ManagerQuery(shown, format, noHeader, layout, associations, tree, wanted);
    }

    private static String words(Entity entity) {
      String words =
          entity.conditions().stream()
              .map(condition -> condition.words.getFirst() + "=")
              .collect(Collectors.joining(", "));
      return words.isEmpty() ? "nothing" : words;
    }

    private static Condition named(Entity entity) {
      return switch (entity) {
        case ACCOUNT -> Condition.ACCOUNT;
        case USER -> Condition.USER;
        case CLUSTER -> Condition.CLUSTER;
        case ASSOCIATION, COORDINATOR, QOS, RUNAWAYJOBS, TRES, WCKEY -> Condition.NAME;
      };
    }

    private static void add(Map<Condition, Set<String>> wanted, Condition condition, String names) {
      Set<String> all =
          wanted.computeIfAbsent(
              condition,
              _ ->
                  condition == Condition.USER
                      ? new TreeSet<>()
                      : new TreeSet<>(String.CASE_INSENSITIVE_ORDER));
      for (String name : names.replace("\"", "").replace("'", "").split(",", -1)) {
        if (!name.isBlank()) {
          all.add(name.strip());
        }
      }
    }

    private static Condition condition(String key) {
      for (Condition condition : Condition.values()) {
        if (condition.words.stream().anyMatch(word -> word.startsWith(key))) {
          return condition;
        }
      }
      throw new IllegalArgumentException(
          "Expected names=, users=, accounts=, clusters=, parents= or format=, but got '%s='."
              .formatted(key));
    }
  }
}

package io.pliant.cli.slurm;

import io.pliant.api.ReservationEntry;
import io.pliant.cli.command.ReservationOrder;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.invocation.CommandFailure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code scontrol create reservation} and {@code delete}: pairs of {@code Key=value}, whose keys
 * may be in any case.
 */
final class ReservationWords {
  private static final String KEYS =
      "ReservationName, StartTime, EndTime, Duration, Nodes, NodeCnt, Users, Accounts, PartitionName and Flags";
  private static final String FLAGS = "maint, ignore_jobs and spec_nodes";

  private ReservationWords() {}

  /** True of words of {@code scontrol update} that change a reservation. */
  static boolean isUpdate(List<String> words) {
    return words.stream()
            .map(word -> word.toLowerCase(Locale.ROOT))
            .anyMatch(
                word -> word.startsWith("reservationname=") || word.startsWith("reservation="))
        && words.stream().noneMatch(word -> word.toLowerCase(Locale.ROOT).startsWith("job"));
  }

  /** Changes one; what is not named stays as it is. */
  static void update(Controllers controllers, List<String> words) {
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals > 0 && "+-".indexOf(word.charAt(equals - 1)) >= 0) {
        throw CommandFailure.operational(
            "Expected a whole list of a reservation, but got '%s': write %s= with all that it is to have."
                .formatted(word, word.substring(0, equals - 1)));
      }
    }
    Map<String, String> pairs = pairs(words);
    if (pairs.size() < 2) {
      throw CommandFailure.operational(
          "Expected what is to change of the reservation, as EndTime=, Duration=, Nodes=, Users= or Flags=, but got nothing.");
    }
    String unused = order(pairs).change(controllers, pairs.keySet());
  }

  /** Makes one, and says its name as Slurm does. */
  static String create(Controllers controllers, List<String> words) {
    ReservationEntry made =
        Answers.exact(order(pairs(words)).make(controllers), ReservationEntry.class);
    return "Reservation created: " + made.name() + "\n";
  }

  private static Map<String, String> pairs(List<String> words) {
    Map<String, String> pairs = new TreeMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? "" : key(word.substring(0, equals));
      if (key.isEmpty()) {
        throw CommandFailure.operational(
            "Pliant keeps %s of a reservation, but got '%s'.".formatted(KEYS, word));
      }
      pairs.put(key, word.substring(equals + 1));
    }
    return pairs;
  }

  private static ReservationOrder order(Map<String, String> pairs) {
    List<String> flags = list(pairs.getOrDefault("flags", ""));
    for (String flag : flags) {
      if (!List.of("maint", "ignore_jobs", "spec_nodes").contains(flag.toLowerCase(Locale.ROOT))) {
        throw CommandFailure.operational(
            "Pliant keeps the flags %s of a reservation, but got '%s'.%s"
                .formatted(FLAGS, flag, instead(flag)));
      }
    }
    return new ReservationOrder(
        pairs.get("reservation"),
        pairs.get("partition"),
        pairs.get("start"),
        pairs.get("end"),
        pairs.get("duration"),
        pairs.get("nodes"),
        count(pairs.get("count")),
        list(pairs.getOrDefault("users", "")),
        list(pairs.getOrDefault("accounts", "")),
        has(flags, "maint"),
        has(flags, "ignore_jobs"));
  }

  /** What does the same as a flag of Slurm's, as far as something does. */
  private static String instead(String flag) {
    return switch (flag.toLowerCase(Locale.ROOT)) {
      case "daily", "weekly", "weekday", "weekend", "hourly" ->
          " It comes once: make one for each window, as by a line of cron with StartTime=now+1day.";
      case "overlap" -> " Write maint, with which nodes may be in several.";
      default -> "";
    };
  }

  /** Deletes the one of {@code ReservationName=x}. */
  static void delete(Controllers controllers, List<String> words) {
    String word = words.size() == 1 ? words.getFirst() : "";
    int equals = word.indexOf('=');
    if (equals < 0 || !key(word.substring(0, equals)).equals("reservation")) {
      throw CommandFailure.operational(
          "Expected ReservationName=NAME to be deleted, but got '%s'."
              .formatted(String.join(" ", words)));
    }
    String unused = ReservationOrder.delete(controllers, word.substring(equals + 1), null);
  }

  private static String key(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "reservationname", "reservation" -> "reservation";
      case "starttime", "start" -> "start";
      case "endtime", "end" -> "end";
      case "duration" -> "duration";
      case "nodes", "node" -> "nodes";
      case "nodecnt", "nodecount" -> "count";
      case "users", "user" -> "users";
      case "accounts", "account" -> "accounts";
      case "partitionname", "partition" -> "partition";
      case "flags" -> "flags";
      default -> "";
    };
  }

  private static boolean has(List<String> flags, String flag) {
    return flags.stream().anyMatch(flag::equalsIgnoreCase);
  }

  private static List<String> list(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }

  private static @Nullable Integer count(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw CommandFailure.operational(
          "Expected NodeCnt to be a number of nodes, but got '%s'.".formatted(text));
    }
    return Integer.valueOf(text);
  }
}

package io.pliant.cli.command;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.ReservationEntry;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.spec.BeginTime;
import io.pliant.core.spec.TimeLimit;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that an operator wants to set aside, in the words of the command line.
 *
 * @param name null for one of the first user's
 * @param partition null for that of the nodes, or the default one
 * @param start null for now
 * @param end null with {@code duration}
 * @param nodes host list, {@code ALL}, or null with {@code count}
 */
public record ReservationOrder(
    @Nullable String name,
    @Nullable String partition,
    @Nullable String start,
    @Nullable String end,
    @Nullable String duration,
    @Nullable String nodes,
    @Nullable Integer count,
    List<String> users,
    List<String> accounts,
    boolean maintenance,
    boolean ignoreJobs) {
  /** What is set aside of all partitions. */
  public static List<ReservationEntry> list(Controllers controllers) {
    return Answers.exactList(
        controllers.text(Request.get(Target.of("reservations").toString())),
        ReservationEntry.class);
  }

  /** Sets the nodes aside; the answer as the controllers give it. */
  public String make(Controllers controllers) {
    if ((nodes == null) == (count == null)) {
      throw CommandFailure.usage("Expected the nodes, or how many, and not both.");
    }
    if ((end == null) == (duration == null)) {
      throw CommandFailure.usage("Expected an end or a duration, and not both.");
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant from = start == null ? now : parsed("start", start, text -> time(text, now));
    Instant until =
        end != null
            ? parsed("end", end, text -> time(text, now))
            : from.plus(parsed("duration", String.valueOf(duration), TimeLimit::parse));
    List<NodeEntry> known = nodes(controllers);
    String where = partition == null ? partition(controllers, known) : partition;
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", name == null ? free(controllers) : name);
    body.put("partition", where);
    body.put("start", from.toString());
    body.put("end", until.toString());
    if (nodes != null) {
      body.put("nodeList", nodes.equalsIgnoreCase("ALL") ? all(known, where) : nodes);
    } else {
      body.put("nodes", count);
    }
    body.put("users", users);
    if (!accounts.isEmpty()) {
      body.put("accounts", accounts);
    }
    body.put("flags", flags());
    return controllers.text(Request.post(Target.of("reservations").toString(), Json.write(body)));
  }

  private static Instant time(String text, Instant now) {
    return BeginTime.parse(text, now, ZoneId.systemDefault());
  }

  private static <T> T parsed(String what, String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "Expected a time as the %s, but got '%s': %s".formatted(what, text, e.getMessage()));
    }
  }

  /** The partition of the first node, or the default one. */
  private String partition(Controllers controllers, List<NodeEntry> known) {
    if (nodes != null && !nodes.equalsIgnoreCase("ALL")) {
      NodeName first = parsed("nodes", nodes, Hostlist::expand).getFirst();
      for (NodeEntry node : known) {
        if (node.node().equals(first)) {
          return node.partition().value();
        }
      }
      throw CommandFailure.operational("There is no node %s.".formatted(first));
    }
    return controllers
        .list(Request.get(Target.of("partitions").toString()), PartitionEntry.class)
        .stream()
        .filter(PartitionEntry::isDefault)
        .map(each -> each.partition().value())
        .findFirst()
        .orElseThrow(
            () -> CommandFailure.usage("Expected a partition, since none is the default one."));
  }

  private static String all(List<NodeEntry> known, String partition) {
    List<NodeName> names =
        known.stream()
            .filter(node -> node.partition().value().equals(partition))
            .map(NodeEntry::node)
            .toList();
    if (names.isEmpty()) {
      throw CommandFailure.operational("Partition %s has no nodes.".formatted(partition));
    }
    return Hostlist.compress(names);
  }

  /** As Slurm names them: of the first user or account, with a number. */
  private String free(Controllers controllers) {
    Set<String> taken =
        list(controllers).stream().map(ReservationEntry::name).collect(Collectors.toSet());
    String base =
        !users.isEmpty() ? users.getFirst() : accounts.isEmpty() ? "resv" : accounts.getFirst();
    int number = 1;
    while (taken.contains(base + "_" + number)) {
      number++;
    }
    return base + "_" + number;
  }

  /**
   * Takes a reservation back; the answer as the controllers give it.
   *
   * @param partition null when no two partitions have one of that name
   */
  public static String delete(Controllers controllers, String name, @Nullable String partition) {
    String where = found(controllers, name, partition).partition().value();
    return controllers.text(Request.delete(Target.of("reservations", where, name).toString()));
  }

  /**
   * Changes the reservation of that name: what is null, and lists and flags that are not named,
   * stay as they are.
   *
   * @param changed which of {@code users}, {@code accounts} and {@code flags} are given
   */
  public String change(Controllers controllers, Set<String> changed) {
    ReservationEntry known = found(controllers, String.valueOf(name), partition);
    if (nodes != null && count != null) {
      throw CommandFailure.usage("Expected the nodes, or how many, and not both.");
    }
    if (end != null && duration != null) {
      throw CommandFailure.usage("Expected an end or a duration, and not both.");
    }
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant from = start == null ? known.start() : parsed("start", start, text -> time(text, now));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("start", from.toString());
    if (end != null) {
      body.put("end", parsed("end", end, text -> time(text, now)).toString());
    } else if (duration != null) {
      body.put("end", from.plus(parsed("duration", duration, TimeLimit::parse)).toString());
    }
    String where = known.partition().value();
    if (nodes != null) {
      body.put("nodeList", nodes.equalsIgnoreCase("ALL") ? all(nodes(controllers), where) : nodes);
    } else if (count != null) {
      body.put("nodes", count);
    }
    if (changed.contains("users")) {
      body.put("users", users);
    }
    if (changed.contains("accounts")) {
      body.put("accounts", accounts);
    }
    if (changed.contains("flags")) {
      body.put("flags", flags());
    }
    String target = Target.of("reservations", where, known.name()).toString();
    return controllers.text(Request.post(target, Json.write(body)));
  }

  private static List<NodeEntry> nodes(Controllers controllers) {
    return Answers.exactList(
        controllers.text(Request.get(Target.of("nodes").toString())), NodeEntry.class);
  }

  private List<String> flags() {
    List<String> flags = new ArrayList<>();
    if (maintenance) {
      flags.add("maintenance");
    }
    if (ignoreJobs) {
      flags.add("ignore-jobs");
    }
    return flags;
  }

  private static ReservationEntry found(
      Controllers controllers, String name, @Nullable String partition) {
    List<ReservationEntry> found =
        list(controllers).stream()
            .filter(each -> each.name().equals(name))
            .filter(each -> partition == null || partition.equals(each.partition().value()))
            .toList();
    if (found.isEmpty()) {
      throw CommandFailure.operational("There is no reservation '%s'.".formatted(name));
    }
    if (found.size() > 1) {
      throw CommandFailure.usage(
          "Expected a partition (pliant reservation delete -p, or PartitionName=), since %d of them have a reservation '%s'."
              .formatted(found.size(), name));
    }
    return found.getFirst();
  }
}

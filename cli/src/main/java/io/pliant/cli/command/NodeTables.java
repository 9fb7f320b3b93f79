package io.pliant.cli.command;

import io.pliant.cli.json.Json;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tables of nodes. */
final class NodeTables {
  private static final List<Column> BY_STATE =
      List.of(
          Column.text("PARTITION", 6),
          Column.left("AVAIL"),
          Column.right("TIMELIMIT"),
          Column.right("NODES"),
          Column.left("STATE"),
          Column.text("NODELIST", 10));
  private static final List<String> CONFINABLE =
      List.of("memory", "cpus", "processes", "accounting");
  private static final int WATTS_AT = 5;
  private static final List<Column> EACH =
      List.of(
          Column.text("NODE", 6),
          Column.text("PARTITION", 6),
          Column.left("STATE"),
          Column.right("CPUS"),
          Column.right("MEMORY"),
          Column.text("JOBS", 6),
          Column.text("REASON", 6));

  private NodeTables() {}

  /** One line for each partition and state of nodes, as {@code sinfo} prints. */
  static TextTable byState(List<Json> partitions, List<Json> nodes) {
    List<List<String>> rows = new ArrayList<>();
    for (Json partition : partitions) {
      String name = partition.get("partition").text();
      Map<String, List<NodeName>> byState = new TreeMap<>();
      for (Json node : nodes) {
        if (node.get("partition").text().equals(name)) {
          byState
              .computeIfAbsent(node.get("state").text(), state -> new ArrayList<>())
              .add(new NodeName(node.get("node").text()));
        }
      }
      Json maxTime = partition.get("maxTimeSeconds");
      String limit = TimeText.limit(maxTime.isNull() ? null : maxTime.number());
      String title = name + (PartitionsCommand.isDefault(partition) ? "*" : "");
      byState.forEach((state, members) ->
          rows.add(
              List.of(
                  title,
                  "up",
                  limit,
                  Integer.toString(members.size()),
                  state,
                  Hostlist.compress(members))));
      if (byState.isEmpty()) {
        rows.add(List.of(title, "up", limit, "0", "n/a", ""));
      }
    }
    return TextTable.of(BY_STATE, rows);
  }

  /**
   * One line for each node, with what it draws where any node has a power sensor ({@code ~} marks
   * watts that come from a model), and to what jobs are held there where any node says it.
   */
  static TextTable each(List<Json> nodes) {
    boolean watts = nodes.stream().anyMatch(node -> !node.get("power").isNull());
    boolean confined = nodes.stream().anyMatch(node -> !confinement(node).isNull());
    List<Column> columns = new ArrayList<>(EACH);
    if (confined) {
      columns.add(WATTS_AT, Column.left("CONFINED"));
    }
    if (watts) {
      columns.add(WATTS_AT, Column.right("WATTS"));
    }
    return TextTable.of(columns, nodes.stream().map(node -> row(node, confined, watts)).toList());
  }

  private static List<String> row(Json node, boolean confined, boolean watts) {
    List<String> cells = new ArrayList<>(row(node));
    if (confined) {
      cells.add(WATTS_AT, confined(confinement(node)));
    }
    if (watts) {
      Json power = node.get("power");
      String mark = power.get("estimated").bool() ? "~" : "";
      cells.add(WATTS_AT, power.isNull() ? "" : mark + Math.round(power.get("watts").decimal()));
    }
    return cells;
  }

  static TextTable.CellStyle styles(Terminal terminal, int stateColumn) {
    return (row, column, cell) -> {
      if (row < 0) {
        return terminal.styled(Style.BOLD, cell);
      }
      if (column != stateColumn) {
        return cell;
      }
      return switch (cell.strip()) {
        case "idle" -> terminal.styled(Style.GOOD, cell);
        case "down" -> terminal.styled(Style.BAD, cell);
        case "drained", "draining" -> terminal.styled(Style.WAIT, cell);
        default -> terminal.styled(Style.NOTE, cell);
      };
    };
  }

  private static List<String> row(Json node) {
    List<String> jobs = node.get("jobs").list().stream().map(Json::text).toList();
    return List.of(
        node.get("node").text(),
        node.get("partition").text(),
        node.get("state").text(),
        node.get("allocatedCpus").number() + "/" + node.get("cpus").number(),
        SizeText.megabytes(node.get("allocatedMemoryMb").number())
            + "/"
            + SizeText.megabytes(node.get("memoryMb").number()),
        String.join(",", jobs),
        node.get("reason").text());
  }

  private static Json confinement(Json node) {
    return node.get("description").get("confinement");
  }

  /** To what jobs are held there: all, what of it works, or none; the reasons are in the JSON. */
  private static String confined(Json confinement) {
    if (confinement.isNull()) {
      return "";
    }
    Json lacking = confinement.get("lacking");
    List<String> works = CONFINABLE.stream().filter(what -> lacking.get(what).isNull()).toList();
    return works.size() == CONFINABLE.size()
        ? "all"
        : works.isEmpty() ? "none" : String.join(",", works);
  }
}

package io.pliant.cli.command;

import io.pliant.api.NodeEntry;
import io.pliant.api.NodePower;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.SizeText;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.node.Confinement;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.Devices;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
  private static final int DEVICES_AT = 5;
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
  static TextTable byState(List<PartitionEntry> partitions, List<NodeEntry> nodes) {
    List<List<String>> rows = new ArrayList<>();
    for (PartitionEntry partition : partitions) {
      Map<String, List<NodeName>> byState = new TreeMap<>();
      for (NodeEntry node : nodes) {
        if (node.partition().equals(partition.partition())) {
          byState.computeIfAbsent(node.state(), state -> new ArrayList<>()).add(node.node());
        }
      }
      String limit = TimeText.limit(partition.maxTimeSeconds());
      String title = partition.partition() + (partition.isDefault() ? "*" : "");
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
  static TextTable each(List<NodeEntry> nodes) {
    boolean watts = nodes.stream().anyMatch(node -> node.power() != null);
    boolean confined = nodes.stream().anyMatch(node -> confinement(node) != null);
    boolean devices = nodes.stream().anyMatch(node -> node.devices() != null);
    boolean features = nodes.stream().anyMatch(node -> node.features() != null);
    List<Column> columns = new ArrayList<>(EACH);
    if (confined) {
      columns.add(WATTS_AT, Column.left("CONFINED"));
    }
    if (watts) {
      columns.add(WATTS_AT, Column.right("WATTS"));
    }
    if (devices) {
      columns.add(DEVICES_AT, Column.left("DEVICES"));
    }
    if (features) {
      columns.add(DEVICES_AT, Column.text("FEATURES", 8));
    }
    List<List<String>> rows = new ArrayList<>();
    for (NodeEntry node : nodes) {
      List<String> cells = row(node, confined, watts);
      if (devices) {
        cells.add(DEVICES_AT, devices(node));
      }
      if (features) {
        cells.add(DEVICES_AT, String.join(",", Features.orNone(node.features()).names()));
      }
      rows.add(cells);
    }
    return TextTable.of(columns, rows);
  }

  /** Held and all of each kind, with its types where it has any: {@code gpu:a100 2/4,ssd 0/1}. */
  private static String devices(NodeEntry node) {
    Kinds all = Kinds.orNone(node.devices());
    Kinds held = Kinds.orNone(node.allocatedDevices());
    return all.amounts().keySet().stream()
        .filter(kind -> !Devices.hasTypes(kind, all))
        .map(kind -> "%s %d/%d".formatted(kind, held.count(kind), all.count(kind)))
        .collect(Collectors.joining(","));
  }

  private static List<String> row(NodeEntry node, boolean confined, boolean watts) {
    List<String> cells = new ArrayList<>(row(node));
    if (confined) {
      cells.add(WATTS_AT, confined(confinement(node)));
    }
    if (watts) {
      NodePower power = node.power();
      cells.add(
          WATTS_AT,
          power == null ? "" : (power.estimated() ? "~" : "") + Math.round(power.watts()));
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

  private static List<String> row(NodeEntry node) {
    List<String> jobs = node.jobs().stream().map(JobId::toString).toList();
    return List.of(
        node.node().value(),
        node.partition().value(),
        node.state(),
        node.allocatedCpus() + "/" + node.cpus(),
        SizeText.megabytes(node.allocatedMemoryMb()) + "/" + SizeText.megabytes(node.memoryMb()),
        String.join(",", jobs),
        reason(node));
  }

  /** Why it is not open, and how far its clock is off where a controller has seen that. */
  private static String reason(NodeEntry node) {
    String reason = node.reason();
    NodeDescription description = node.description();
    Long ahead = description == null ? null : description.clockAheadMillis();
    return ahead == null
        ? reason
        : "%s%sclock %+d s".formatted(reason, reason.isEmpty() ? "" : ", ", ahead / 1000);
  }

  private static @Nullable Confinement confinement(NodeEntry node) {
    NodeDescription description = node.description();
    return description == null ? null : description.confinement();
  }

  /** To what jobs are held there: all, what of it works, or none; the reasons are in the JSON. */
  private static String confined(@Nullable Confinement confinement) {
    if (confinement == null) {
      return "";
    }
    List<String> works =
        CONFINABLE.stream().filter(what -> !confinement.lacking().containsKey(what)).toList();
    return works.size() == CONFINABLE.size()
        ? "all"
        : works.isEmpty() ? "none" : String.join(",", works);
  }
}

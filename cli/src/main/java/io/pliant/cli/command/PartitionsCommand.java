package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.cli.power.AlarmText;
import io.pliant.cli.power.LimitText;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the partitions. */
@Command(
    name = "partitions",
    description = "Show the partitions, their policy and the controller that hosts each.",
    footer = {"", "Example:", "  pliant partitions"})
public final class PartitionsCommand implements Callable<Integer> {
  private static final List<Column> COLUMNS =
      List.of(
          Column.text("PARTITION", 6),
          Column.left("POLICY"),
          Column.right("NODES"),
          Column.right("CPUS"),
          Column.right("RUNNING"),
          Column.right("WAITING"),
          Column.right("DEFAULTTIME"),
          Column.right("TIMELIMIT"),
          Column.right("TERM"),
          Column.text("CONTROLLER", 4));

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  public PartitionsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String body = access.connect(context).text(Request.get(Target.of("partitions").toString()));
    Terminal terminal = context.terminal();
    if (access.json()) {
      terminal.out().println(body);
      return 0;
    }
    List<Json> partitions = Json.parse(body).list();
    List<List<String>> rows = partitions.stream().map(PartitionsCommand::row).toList();
    terminal.print(
        TextTable.of(COLUMNS, rows),
        true,
        (row, column, cell) -> row < 0 ? terminal.styled(Terminal.Style.BOLD, cell) : cell);
    partitions.stream()
        .flatMap(partition -> alarms(partition).stream())
        .forEach(line -> terminal.out().println(terminal.styled(Terminal.Style.BAD, line)));
    return 0;
  }

  /** What an operator should look at. */
  static List<String> alarms(Json partition) {
    List<String> lines = new ArrayList<>(powerLines(partition));
    Json stalled = partition.get("roundAlarm");
    if (!stalled.isNull()) {
      lines.addFirst("ALARM %s: %s".formatted(partition.get("partition").text(), stalled.text()));
    }
    return lines;
  }

  /** A bound of the power corridor that the partition cannot meet, and what it does for that. */
  static List<String> powerLines(Json partition) {
    String name = partition.get("partition").text();
    List<String> lines = new ArrayList<>();
    if (!partition.get("powerAlarm").isNull()) {
      lines.add("ALARM %s: %s".formatted(name, AlarmText.of(partition.get("powerAlarm"))));
    }
    if (!partition.get("powerLimits").isNull()) {
      lines.add("in force: %s in %s".formatted(LimitText.of(partition.get("powerLimits")), name));
    }
    return lines;
  }

  private static List<String> row(Json partition) {
    Json maxTime = partition.get("maxTimeSeconds");
    return List.of(
        partition.get("partition").text() + (isDefault(partition) ? "*" : ""),
        partition.get("policy").text(),
        partition.get("nodesUp").number() + "/" + partition.get("nodesTotal").number(),
        partition.get("cpus").text(),
        partition.get("running").text(),
        partition.get("waiting").text(),
        TimeText.limit(partition.get("defaultTimeSeconds").number()),
        TimeText.limit(maxTime.isNull() ? null : maxTime.number()),
        partition.get("term").text(),
        partition.get("host").text());
  }

  /** Jackson writes a record's component {@code isDefault} under that name. */
  static boolean isDefault(Json partition) {
    return partition.get("isDefault").bool() || partition.get("default").bool();
  }
}

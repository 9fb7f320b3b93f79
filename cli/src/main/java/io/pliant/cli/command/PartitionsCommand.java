package io.pliant.cli.command;

import io.pliant.api.PartitionEntry;
import io.pliant.api.PoolEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.power.AlarmText;
import io.pliant.cli.power.LimitText;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import io.pliant.core.id.PartitionName;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.PowerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static final List<Column> WITH_POOLS =
      Stream.concat(
              COLUMNS.stream(),
              Stream.of(Column.left("POOL"), Column.text("LENT", 1), Column.text("BORROWED", 1)))
          .toList();

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
    List<PartitionEntry> partitions = Answers.list(body, PartitionEntry.class);
    boolean pools = partitions.stream().anyMatch(partition -> partition.pool() != null);
    List<List<String>> rows = partitions.stream().map(partition -> row(partition, pools)).toList();
    terminal.print(
        TextTable.of(pools ? WITH_POOLS : COLUMNS, rows),
        true,
        (row, column, cell) -> row < 0 ? terminal.styled(Terminal.Style.BOLD, cell) : cell);
    partitions.stream()
        .flatMap(partition -> alarms(partition).stream())
        .forEach(line -> terminal.out().println(terminal.styled(Terminal.Style.BAD, line)));
    return 0;
  }

  /** What an operator should look at. */
  public static List<String> alarms(PartitionEntry partition) {
    List<String> lines = new ArrayList<>(powerLines(partition));
    String stalled = partition.roundAlarm();
    if (stalled != null) {
      lines.addFirst("ALARM %s: %s".formatted(partition.partition(), stalled));
    }
    return lines;
  }

  /** A bound of the power corridor that the partition cannot meet, and what it does for that. */
  static List<String> powerLines(PartitionEntry partition) {
    List<String> lines = new ArrayList<>();
    CorridorAlarm alarm = partition.powerAlarm();
    if (alarm != null) {
      lines.add("ALARM %s: %s".formatted(partition.partition(), AlarmText.of(alarm)));
    }
    PowerLimits limits = partition.powerLimits();
    if (limits != null) {
      lines.add("in force: %s in %s".formatted(LimitText.of(limits), partition.partition()));
    }
    return lines;
  }

  private static List<String> row(PartitionEntry partition, boolean pools) {
    List<String> row = new ArrayList<>(row(partition));
    PoolEntry pool = partition.pool();
    if (pools) {
      row.add(pool == null ? "" : pool.pool());
      row.add(pool == null ? "" : nodes(pool.lentNodes(), "to", pool.lent()));
      row.add(pool == null ? "" : nodes(pool.borrowedNodes(), "of", pool.borrowed()));
    }
    return row;
  }

  /** How many, and of those how many whom: {@code 5 (2 to b, 3 to c)}. */
  private static String nodes(int all, String word, SortedMap<PartitionName, Integer> by) {
    return all == 0
        ? "0"
        : by.entrySet().stream()
            .map(each -> "%d %s %s".formatted(each.getValue(), word, each.getKey()))
            .collect(Collectors.joining(", ", all + " (", ")"));
  }

  private static List<String> row(PartitionEntry partition) {
    return List.of(
        partition.partition() + (partition.isDefault() ? "*" : ""),
        partition.policy(),
        partition.nodesUp() + "/" + partition.nodesTotal(),
        Integer.toString(partition.cpus()),
        Integer.toString(partition.running()),
        Integer.toString(partition.waiting()),
        TimeText.limit(partition.defaultTimeSeconds()),
        TimeText.limit(partition.maxTimeSeconds()),
        Long.toString(partition.term()),
        partition.host());
  }
}

package io.pliant.cli.top;

import io.pliant.api.JobEventEntry;
import io.pliant.api.LiveNodes.LiveNode;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PowerStatus;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.cli.command.PartitionsCommand;
import io.pliant.cli.job.Times;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import io.pliant.core.power.Corridor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page of {@code pliant top}.
 *
 * @param running the first of the jobs that run, and how many there are
 * @param now when it is drawn
 */
record TopPage(Terminal terminal, ClusterNow.Known known, QueueWindow running, Instant now) {
  static final int JOBS = 15;
  private static final int EVENTS = 5;
  private static final int NAME = 7;
  private static final int LEAST_WATCHED = 5;
  private static final List<Column> PARTITIONS =
      List.of(
          Column.text("PARTITION", 6),
          Column.left("POLICY"),
          Column.right("NODES"),
          Column.right("CPUS"),
          Column.right("USED"),
          Column.right("RUNNING"),
          Column.right("WAITING"),
          Column.text("CONTROLLER", 4));
  private static final List<Column> JOB =
      List.of(
          Column.left("JOBID"),
          Column.text("PARTITION", 4),
          Column.text("NAME", 6),
          Column.text("USER", 4),
          Column.right("TIME"),
          Column.right("LIMIT"),
          Column.right("NODES"),
          Column.right("CPUS"),
          Column.text("NODELIST", 8));

  void print() {
    head();
    terminal.out().println();
    table(PARTITIONS, known.partitions().stream().map(this::partition).toList());
    known.partitions().stream()
        .flatMap(partition -> PartitionsCommand.alarms(partition).stream())
        .forEach(line -> terminal.out().println(terminal.styled(Style.BAD, line)));
    terminal.out().println();
    table(JOB, running.jobs().stream().map(this::job).toList());
    if (running.total() > running.jobs().size()) {
      terminal.out().printf("and %d more that run%n", running.total() - running.jobs().size());
    }
    events();
  }

  private void head() {
    String trouble = known.trouble();
    line("Time", Times.local(now) + (trouble == null ? "" : "  " + bad(trouble)));
    line("Nodes", known.nodes().isEmpty() ? "none" : nodes());
    line("Cpus", cpus());
    PowerStatus power = known.power();
    if (power != null && power.watts() != null) {
      line("Power", power(power));
    }
    int waiting = known.partitions().stream().mapToInt(PartitionEntry::waiting).sum();
    String rates =
        known.seconds() < LEAST_WATCHED
            ? ""
            : "; in the last %d s %d started, %d ended"
                .formatted(known.seconds(), known.started(), known.ended());
    line("Jobs", "%d run, %d wait%s".formatted(running.total(), waiting, rates));
  }

  private String nodes() {
    Map<String, Long> states =
        known.nodes().stream()
            .collect(Collectors.groupingBy(LiveNode::state, TreeMap::new, Collectors.counting()));
    return states.entrySet().stream()
        .map(state -> {
          String text = state.getValue() + " " + state.getKey();
          return state.getKey().equals("down") ? bad(text) : text;
        })
        .collect(Collectors.joining(", "));
  }

  private String cpus() {
    long all = known.nodes().stream().mapToLong(LiveNode::cpus).sum();
    long used = known.nodes().stream().mapToLong(LiveNode::allocatedCpus).sum();
    return "%d of %d used%s"
        .formatted(used, all, all == 0 ? "" : " (%d %%)".formatted(100 * used / all));
  }

  private String power(PowerStatus power) {
    Corridor bounds = power.bounds();
    Double watts = power.watts();
    String drawn = watts == null ? "not known" : number(watts) + " W";
    if (bounds == null || watts == null) {
      return drawn;
    }
    String text =
        "%s of %s to %s W".formatted(drawn, number(bounds.lower()), number(bounds.upper()));
    return bounds.holds(watts) ? text : bad(text);
  }

  private List<String> partition(PartitionEntry partition) {
    long used =
        known.nodes().stream()
            .filter(node -> node.partition().equals(partition.partition()))
            .mapToLong(LiveNode::allocatedCpus)
            .sum();
    return List.of(
        partition.partition().value(),
        partition.policy(),
        partition.nodesUp() + "/" + partition.nodesTotal(),
        Integer.toString(partition.cpus()),
        Long.toString(used),
        Integer.toString(partition.running()),
        Integer.toString(partition.waiting()),
        partition.host());
  }

  private List<String> job(QueueEntry job) {
    return List.of(
        job.shownId(),
        job.partition().value(),
        job.name(),
        job.user(),
        ranFor(job.startedAt()),
        TimeText.limit(job.timeLimitSeconds()),
        Integer.toString(job.nodes()),
        Integer.toString(job.cpus()),
        job.nodeList());
  }

  private String ranFor(@Nullable Instant start) {
    return start == null || start.isAfter(now)
        ? "0:00"
        : TimeText.compact(Duration.between(start, now));
  }

  private void events() {
    if (known.events().isEmpty()) {
      return;
    }
    terminal.out().println();
    for (JobEventEntry event : known.events().subList(0, Math.min(EVENTS, known.events().size()))) {
      terminal
          .out()
          .printf(
              "%s  job %-9s %s%n",
              Times.local(event.at()), event.job(), terminal.styled(Style.NOTE, event.type()));
    }
  }

  private void table(List<Column> columns, List<List<String>> rows) {
    terminal.print(
        TextTable.of(columns, rows),
        true,
        (row, column, cell) -> row < 0 ? terminal.styled(Style.BOLD, cell) : cell);
  }

  private void line(String name, String text) {
    terminal.out().println(terminal.styled(Style.BOLD, ("%-" + NAME + "s").formatted(name)) + text);
  }

  private String bad(String text) {
    return terminal.styled(Style.BAD, text);
  }

  private static String number(double watts) {
    return String.format(Locale.ROOT, "%.0f", watts);
  }
}

package io.pliant.cli.job;

import io.pliant.api.HistoryEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.UsageEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.TextTable;
import io.pliant.core.format.TextTable.Column;
import io.pliant.core.format.TimeText;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows finished and unfinished jobs from accounting, in Slurm's columns. */
@Command(
    name = "history",
    description = "Show finished and unfinished jobs from accounting, oldest first.",
    footer = {
      "",
      "Examples:",
      "  pliant history                    the last 100 jobs",
      "  pliant history -s F,TO -S today   what failed or ran too long today",
      "  pliant history -u ada -S 2026-01-31 -E 2026-02-01 -o JobID,State,Elapsed,NodeSeconds",
      "                                    a day of one user, in columns of one's choice",
      "  pliant history -j 12 -l           one job with its times and nodes"
    })
public final class HistoryCommand implements Callable<Integer> {
  private static final List<Column> SHORT =
      List.of(
          Column.left("JobID"),
          Column.text("JobName", 8),
          Column.text("Partition", 6),
          Column.text("User", 5),
          Column.right("AllocCPUS"),
          Column.left("State"),
          Column.right("ExitCode"),
          Column.right("Elapsed"));
  private static final List<Column> LONG =
      List.of(
          Column.right("Attempts"),
          Column.left("Submit"),
          Column.left("Start"),
          Column.left("End"),
          Column.right("NNodes"),
          Column.right("NodeSeconds"),
          Column.right("MaxRSS"),
          Column.right("TotalCPU"),
          Column.right("DiskRead"),
          Column.right("DiskWrite"),
          Column.right("ConsumedEnergy"),
          Column.right("MeanWatts"),
          Column.right("PeakWatts"),
          Column.left("Meter"),
          Column.text("NodeList", 8),
          Column.text("Reason", 8));
  private static final List<Column> COLUMNS = Stream.concat(SHORT.stream(), LONG.stream()).toList();
  private static final int STATE_COLUMN = 5;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "ID,...",
      description = "Only these jobs.")
  private @Nullable String jobs;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER,...",
      description = "Only jobs of these users.")
  private @Nullable String user;

  @Option(names = "--me", description = "Only my jobs.")
  private boolean me;

  @Option(
      names = {"-s", "--state"},
      paramLabel = "STATE,...",
      description = "Only jobs in these states, by name or by code: CD, F, TO, CA, NF, OOM.")
  private @Nullable String states;

  @Option(
      names = {"-S", "--since", "--starttime"},
      paramLabel = "TIME",
      description = "Only jobs that were not over before: 2026-01-31, 12:00, today, now-2hours.")
  private @Nullable String since;

  @Option(
      names = {"-E", "--until", "--endtime"},
      paramLabel = "TIME",
      description = "Only jobs that were submitted before.")
  private @Nullable String until;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "COLUMN,...",
      description = "These columns, by the titles of -l.")
  private @Nullable String columns;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many jobs, the newest ones (100).")
  private int limit;

  @Option(
      names = {"-l", "--long"},
      description = "Also attempts, times, nodes, what was used, energy (~: estimated) and reason.")
  private boolean all;

  @Option(
      names = {"-n", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  public HistoryCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Instant now = Instant.now();
    Set<JobStatus> meant = StateNames.parse(states);
    if (meant != null && meant.isEmpty()) {
      throw CommandFailure.usage(
          "Expected a state that jobs here can be in, but got '%s'.".formatted(states));
    }
    if (limit < 1) {
      throw CommandFailure.usage("Expected --limit to be 1 or more, but got %d.".formatted(limit));
    }
    List<Integer> chosen = chosen(columns, all);
    Supplier<Target> question =
        () ->
            Target.of("history")
                .with("job", jobs)
                .with("user", me ? context.user() : user)
                .with("state", meant == null ? null : StateNames.joined(meant))
                .with("since", since == null ? null : Times.parse(since, now).toString())
                .with("until", until == null ? null : Times.parse(until, now).toString());
    Controllers controllers = access.connect(context);
    if (access.json()) {
      printJson(controllers, question);
      return 0;
    }
    List<HistoryEntry> newestFirst = HistoryPages.read(controllers, question, limit);
    Terminal terminal = context.terminal();
    terminal.print(
        table(newestFirst.reversed(), chosen, now),
        !noHeader,
        styles(terminal, chosen.indexOf(STATE_COLUMN)));
    return 0;
  }

  /** One list, also of several pages. */
  private void printJson(Controllers controllers, Supplier<Target> question) {
    List<String> pages = new ArrayList<>();
    HistoryPages.read(controllers, question, limit, pages::add);
    String inner =
        pages.stream()
            .map(String::strip)
            .map(page -> page.substring(1, page.length() - 1))
            .filter(page -> !page.isBlank())
            .collect(Collectors.joining(","));
    context.terminal().out().println("[" + inner + "]");
  }

  /** Numbers of the columns to show. */
  static List<Integer> chosen(@Nullable String names, boolean all) {
    if (names == null) {
      return IntStream.range(0, all ? COLUMNS.size() : SHORT.size()).boxed().toList();
    }
    List<Integer> chosen = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      int index =
          IntStream.range(0, COLUMNS.size())
              .filter(i -> COLUMNS.get(i).title().equalsIgnoreCase(name.strip()))
              .findFirst()
              .orElseThrow(() ->
                  CommandFailure.usage(
                      "Expected columns of %s, but got '%s'."
                          .formatted(
                              COLUMNS.stream().map(Column::title).collect(Collectors.joining(", ")),
                              name)));
      chosen.add(index);
    }
    return chosen;
  }

  /** Accounting as a table; times of running jobs count up to {@code now}. */
  static TextTable table(List<HistoryEntry> jobs, List<Integer> chosen, Instant now) {
    List<List<String>> rows = new ArrayList<>();
    for (HistoryEntry job : jobs) {
      List<String> row = new ArrayList<>(shortRow(job, now));
      row.addAll(longRow(job));
      rows.add(chosen.stream().map(row::get).toList());
    }
    return TextTable.of(chosen.stream().map(COLUMNS::get).toList(), rows);
  }

  private static List<String> shortRow(HistoryEntry job, Instant now) {
    Instant started = job.startedAt();
    Instant ended = job.endedAt();
    Duration elapsed =
        started == null
            ? Duration.ZERO
            : StandstillEntry.ran(started, ended == null ? now : ended, job.still());
    return List.of(
        job.shownId(),
        job.name(),
        job.partition().value(),
        job.user(),
        Integer.toString(job.cpus()),
        job.status().name(),
        exitCode(job.exit()),
        TimeText.full(elapsed));
  }

  private static List<String> longRow(HistoryEntry job) {
    return List.of(
        Integer.toString(job.attempts()),
        Times.local(job.submittedAt()),
        Times.local(job.startedAt()),
        Times.local(job.endedAt()),
        Integer.toString(job.nodes()),
        Long.toString(Math.round(job.nodeSeconds())),
        UsageText.maxRss(job.usage()),
        UsageText.totalCpu(job.usage()),
        UsageText.amount(job.usage(), UsageEntry::readBytes),
        UsageText.amount(job.usage(), UsageEntry::writtenBytes),
        EnergyText.joules(job.energy()),
        EnergyText.meanWatts(job.energy()),
        EnergyText.peakWatts(job.energy()),
        EnergyText.methods(job.energy()),
        job.nodeList() == null ? "" : job.nodeList(),
        job.reason());
  }

  static String exitCode(@Nullable ExitStatus exit) {
    return (exit == null ? ExitStatus.SUCCESS : exit).toString();
  }

  private static TextTable.CellStyle styles(Terminal terminal, int stateColumn) {
    return (row, column, cell) -> {
      Terminal.Style style =
          row < 0 ? Terminal.Style.BOLD : column == stateColumn ? StateNames.style(cell) : null;
      return style == null ? cell : terminal.styled(style, cell);
    };
  }
}

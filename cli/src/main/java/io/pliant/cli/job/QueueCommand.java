package io.pliant.cli.job;

import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Screen;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.SlurmFormat;
import io.pliant.core.format.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows waiting and running jobs, in Slurm's columns. */
@Command(
    name = "queue",
    description = "Show waiting and running jobs.",
    footer = {
      "",
      "Examples:",
      "  pliant queue                 all jobs that wait or run",
      "  pliant queue --me -t PD      my waiting jobs",
      "  pliant queue -j 12,13        these jobs",
      "  pliant queue --watch         again every two seconds, until Ctrl-C"
    })
public final class QueueCommand implements Callable<Integer> {
  /** So many fit into the first line of a request. */
  private static final int MOST_JOBS = 500;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Only jobs of this user.")
  private @Nullable String user;

  @Option(names = "--me", description = "Only my jobs.")
  private boolean me;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "NAME",
      description = "Only jobs of this partition.")
  private @Nullable String partition;

  @Option(
      names = {"-t", "--states"},
      paramLabel = "STATE,...",
      description = "Only jobs in these states, by name or by code: PD, R, CG.")
  private @Nullable String states;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "ID,...",
      split = ",",
      hideParamSyntax = true,
      description = "Only these jobs.")
  private List<Long> jobs = List.of();

  @Option(
      names = {"-h", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "FORMAT",
      description =
          "As squeue's, for example '%%.8i %%10P %%j %%u %%t %%M %%R'; an unknown letter lists the known.")
  private @Nullable String format;

  @Option(
      names = {"-i", "--watch", "--iterate"},
      arity = "0..1",
      fallbackValue = "2",
      paramLabel = "SECONDS",
      description = "Show it again every so many seconds (2), until interrupted.")
  private double watch;

  public QueueCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Controllers controllers = access.connect(context);
    if (watch <= 0) {
      show(controllers, context.terminal());
      return 0;
    }
    Screen screen = Screen.of(context.terminal());
    return screen.repeat(
        Duration.ofMillis((long) (watch * 1000)), terminal -> show(controllers, terminal));
  }

  private void show(Controllers controllers, Terminal terminal) {
    Target target =
        Target.of("jobs")
            .with("partition", partition)
            .with("user", me ? context.user() : user)
            .with("state", StateNames.parseList(states))
            .with("job", jobList());
    String body = controllers.text(Request.get(target.toString()));
    if (access.json()) {
      terminal.out().println(body);
      return;
    }
    List<QueueEntry> selected = Answers.list(body, QueueEntry.class);
    if (format == null) {
      terminal.print(table(selected, Instant.now()), !noHeader, styles(terminal));
    } else {
      print(lines(format), selected, terminal);
    }
  }

  private static SlurmFormat<QueueEntry> lines(String format) {
    try {
      return SlurmFormat.parse(format, QueueFields.at(Instant.now()));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private void print(SlurmFormat<QueueEntry> lines, List<QueueEntry> selected, Terminal terminal) {
    StringBuilder text = new StringBuilder(noHeader ? "" : lines.header() + "\n");
    selected.forEach(job -> text.append(lines.line(job)).append('\n'));
    terminal.out().print(text);
    terminal.out().flush();
  }

  private String jobList() {
    if (jobs.size() > MOST_JOBS) {
      throw CommandFailure.usage(
          "Expected at most %d numbers of jobs, but got %d.".formatted(MOST_JOBS, jobs.size()));
    }
    return jobs.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** The queue as a table, times counted up to {@code now}. */
  static TextTable table(List<QueueEntry> jobs, Instant now) {
    return QueueTable.of(jobs.stream().map(QueueCommand::row).toList(), now);
  }

  static TextTable.CellStyle styles(Terminal terminal) {
    return (row, column, cell) -> {
      Terminal.Style style =
          row < 0
              ? Terminal.Style.BOLD
              : column == QueueTable.STATE_COLUMN ? StateNames.style(cell) : null;
      return style == null ? cell : terminal.styled(style, cell);
    };
  }

  private static QueueTable.Row row(QueueEntry job) {
    return new QueueTable.Row(
        job.job().toString(),
        job.partition().value(),
        job.name(),
        job.user(),
        job.status().code(),
        job.resizing(),
        job.startedAt(),
        Integer.toString(job.nodes()),
        job.nodeList(),
        job.reason());
  }
}

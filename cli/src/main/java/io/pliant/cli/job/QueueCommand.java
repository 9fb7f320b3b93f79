package io.pliant.cli.job;

import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.CommonWords;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.AnyWord;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Screen;
import io.pliant.cli.terminal.Terminal;
import io.pliant.core.array.JobRef;
import io.pliant.core.format.Field;
import io.pliant.core.format.QueueTable;
import io.pliant.core.format.SlurmFormat;
import io.pliant.core.format.TextTable;
import io.pliant.core.id.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
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
      "  pliant queue -t all -o '%%i %%T %%a'   also those that ended lately, with their account",
      "  pliant queue --watch         again every two seconds, until Ctrl-C"
    })
public final class QueueCommand implements Callable<Integer> {
  /** So many fit into the first line of a request. */
  private static final int MOST_JOBS = 500;

  /** As {@code squeue --long}. */
  private static final String LONG = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R";

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-u", "--user", "--users"},
      paramLabel = "USER,...",
      description = "Only jobs of these users.")
  private @Nullable String user;

  @Option(names = "--me", description = "Only my jobs.")
  private boolean me;

  @Option(
      names = {"-p", "--partition", "--partitions"},
      paramLabel = "NAME,...",
      description = "Only jobs of these partitions.")
  private @Nullable String partition;

  @Option(
      names = {"-t", "--states", "--state"},
      paramLabel = "STATE,...",
      description = {
        "Only jobs in these states, by name or by code: PD, R, CG; or all.",
        "With states of jobs that are over: those, too, that ended in the last 5 minutes, or ever with -j or -n."
      })
  private @Nullable String states;

  @Option(
      names = {"-j", "--jobs", "--job"},
      paramLabel = "ID,...",
      hideParamSyntax = true,
      description = "Only these jobs.")
  private List<String> jobs = List.of();

  @Option(
      names = {"-A", "--account"},
      paramLabel = "NAME,...",
      description = "Only jobs under these accounts.")
  private @Nullable String accounts;

  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME,...",
      description = "Only jobs of these names.")
  private @Nullable String names;

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "NAME,...",
      description = "Only jobs of these qualities of service.")
  private @Nullable String qos;

  @Option(
      names = {"-L", "--licenses"},
      paramLabel = "NAME,...",
      description = "Only jobs that ask for any of these licences.")
  private @Nullable String licences;

  @Option(
      names = {"-S", "--sort"},
      paramLabel = "LETTERS",
      preprocessor = AnyWord.class,
      description = "By these letters of formats, each falling behind a '-': 'P,-p,i'.")
  private @Nullable String sort;

  @Option(
      names = {"-s", "--steps", "--step"},
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "ID[.STEP],...",
      description = "Running steps, all or these; -o with i, j, P, u, M, S, A and N.")
  private @Nullable String steps;

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
      names = {"-O", "--Format"},
      paramLabel = "NAME[:[.]WIDTH[TEXT]],...",
      description =
          "As squeue's, for example 'jobid:8,account,workdir:80'; an unknown name lists the known.")
  private @Nullable String named;

  @Option(
      names = {"-l", "--long"},
      description = "With the state in full and the limit.")
  private boolean all;

  @Option(names = "--noconvert", description = "Memory in megabytes, not in the largest unit.")
  private boolean exact;

  @Option(
      names = {"-r", "--array"},
      description = "One line for each element of an array, also of those that have not started.")
  private boolean elements;

  @Option(
      names = {"-a", "--all", "--hide", "--only-job-state"},
      description = "Change nothing: all partitions are shown, and all that is asked for.")
  private boolean everything;

  @Option(names = "--array-unique", description = "The same as --array.")
  private boolean unique;

  @Option(
      names = {"-P", "--priority"},
      description = "Changes nothing: each job waits in one partition.")
  private boolean eachPartition;

  @Option(names = "--sibling", description = "Changes nothing: there is one cluster.")
  private boolean siblings;

  @Mixin private QueueNarrowing narrowing = new QueueNarrowing();

  @Mixin private OneCluster cluster = new OneCluster();

  @Mixin private CommonWords words = new CommonWords();

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
    cluster.check(context);
    words.check(context, access);
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
    QueueSelection selection = selection();
    if (access.json()) {
      if (!selection.isPlain() || sort != null || narrowing.any()) {
        throw CommandFailure.usage(
            "Expected --json with one user, one partition and states of jobs that are not over, and without --account, --licenses, --name, --nodelist, --qos, --reservation, --sort and --start. See pliant history --json for more.");
      }
      terminal.out().println(controllers.text(Request.get(selection.target().toString())));
      return;
    }
    if (steps != null) {
      showSteps(controllers, selection, steps, terminal);
      return;
    }
    Instant now = Instant.now();
    QueueOrder order = sort == null ? null : QueueOrder.parse(sort, now);
    SlurmFormat<JobRow> lines = lines();
    boolean accounting =
        narrowing.accounting()
            || order != null && order.accounting()
            || lines != null && !lines.fields().stream().allMatch(QueueFields::inQueue);
    List<JobRow> meant = narrowing.of(controllers, selection.rows(controllers, accounting));
    List<JobRow> jobs = lines(meant, order);
    if (lines == null) {
      terminal.print(table(jobs, now), !noHeader, styles(terminal));
    } else {
      print(lines, jobs, terminal);
    }
  }

  private void showSteps(
      Controllers controllers, QueueSelection selection, String wanted, Terminal terminal) {
    if (sort != null || named != null) {
      throw CommandFailure.usage(
          "Expected --steps without --sort and --Format: steps are in the order of their jobs. Write -o for other columns.");
    }
    SlurmFormat<StepLines.Line> lines;
    try {
      lines =
          SlurmFormat.parse(
              format == null ? StepLines.USUAL : format, StepLines.fields(Instant.now()));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
    List<JobRow> jobs =
        narrowing.of(controllers, selection.rows(controllers, narrowing.accounting()));
    StringBuilder text = new StringBuilder(noHeader ? "" : lines.header() + "\n");
    StepLines.of(controllers, jobs, StepLines.words(wanted))
        .forEach(step -> text.append(lines.line(step)).append('\n'));
    terminal.out().print(text);
    terminal.out().flush();
    if (jobs.stream().filter(job -> StepLines.runs(job.queue())).count() > StepLines.MOST_JOBS) {
      terminal.note(
          "these are the steps of %d jobs at most: choose jobs with -j or -u"
              .formatted(StepLines.MOST_JOBS));
    }
  }

  private List<JobRow> lines(List<JobRow> rows, @Nullable QueueOrder order) {
    List<JobRow> members = rows.stream().flatMap(JobRow::members).toList();
    List<JobRow> all =
        elements || unique ? members.stream().flatMap(JobRow::elements).toList() : members;
    return order == null ? all : all.stream().sorted(order.lines()).toList();
  }

  private QueueSelection selection() {
    Set<JobStatus> meant =
        states == null
            ? null
            : Objects.requireNonNullElse(StateNames.parse(states), EnumSet.allOf(JobStatus.class));
    return new QueueSelection(
        QueueSelection.words(me ? context.user() : user),
        QueueSelection.words(partition),
        meant,
        jobs.isEmpty() ? null : jobList(),
        QueueSelection.words(names),
        QueueSelection.words(accounts),
        QueueSelection.words(qos),
        null,
        QueueSelection.words(licences == null ? null : licences.toLowerCase(Locale.ROOT)));
  }

  /** What each line is to tell; null for the usual table. */
  private @Nullable SlurmFormat<JobRow> lines() {
    List<Field<JobRow>> fields = QueueFields.at(Instant.now(), exact);
    try {
      return named != null
          ? SlurmFormat.named(named, fields)
          : format != null
              ? SlurmFormat.parse(format, fields)
              : narrowing.starts()
                  ? SlurmFormat.parse(QueueNarrowing.START, fields)
                  : all ? SlurmFormat.parse(LONG, fields) : null;
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private void print(SlurmFormat<JobRow> lines, List<JobRow> selected, Terminal terminal) {
    StringBuilder text = new StringBuilder(noHeader ? "" : lines.header() + "\n");
    selected.forEach(job -> text.append(lines.line(job)).append('\n'));
    terminal.out().print(text);
    terminal.out().flush();
  }

  private List<JobRef> jobList() {
    List<JobRef> named = JobRefs.parse(jobs);
    if (named.size() > MOST_JOBS) {
      throw CommandFailure.usage(
          "Expected at most %d numbers of jobs, but got %d.".formatted(MOST_JOBS, named.size()));
    }
    return named;
  }

  /** The queue as a table, times counted up to {@code now}. */
  static TextTable table(List<JobRow> jobs, Instant now) {
    return QueueTable.of(jobs.stream().map(job -> row(job, now)).toList(), now);
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

  /** A line; one that is over seems to have begun when it would, had it run until now. */
  private static QueueTable.Row row(JobRow line, Instant now) {
    QueueEntry job = line.queue();
    Instant ended = line.endedAt();
    return new QueueTable.Row(
        job.shownId(),
        job.partition().value(),
        job.name(),
        job.user(),
        job.status().code(),
        job.resizing(),
        ended == null
            ? StandstillEntry.begun(job.startedAt(), now, job.still())
            : now.minus(line.ran(now)),
        Integer.toString(job.nodes()),
        job.nodeList(),
        job.reason());
  }
}

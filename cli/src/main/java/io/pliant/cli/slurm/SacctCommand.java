package io.pliant.cli.slurm;

import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.CommonWords;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.job.HistoryPages;
import io.pliant.cli.job.StateNames;
import io.pliant.cli.job.Times;
import io.pliant.core.format.ColumnFormat;
import io.pliant.core.format.Field;
import io.pliant.core.id.JobStatus;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Accounting in the words and columns of Slurm's {@code sacct}, which clients parse. */
@Command(
    name = "sacct",
    description = {
      "Show accounting as Slurm's sacct does. For people: pliant history.",
      "Without -S and -j: jobs of today. Without -X: each with its steps."
    },
    footer = {
      "",
      "Examples:",
      "  sacct -X -n -P --format=jobid,state -j 12,13",
      "  sacct -S now-2hours -o JobID%%20,JobName,State,Elapsed,MaxRSS --units=G"
    })
public final class SacctCommand implements Callable<Integer> {
  private static final String USUAL = "JobID,JobName,Partition,Account,AllocCPUS,State,ExitCode";
  private static final String BRIEF = "JobID,State,ExitCode";
  private static final String LONG =
      "JobID,JobIDRaw,JobName,Partition,MaxRSS,AveDiskRead,AveDiskWrite,AveCPU,NTasks,AllocCPUS,Elapsed,State,ExitCode,ReqMem,ConsumedEnergy,MaxDiskRead,MaxDiskWrite,AllocTRES,ReqTRES";
  private static final int MOST_JOBS = 100_000;

  /** Steps are asked for job by job. */
  private static final int MOST_WITH_STEPS = 200;

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-j", "--jobs", "--job"},
      paramLabel = "ID[.STEP],...",
      description = "Only these jobs, or steps of them.")
  private @Nullable String jobs;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "NAME[%%WIDTH],...",
      description = "Columns; a negative width pads on the right. -e lists the names.")
  private @Nullable String format;

  @Option(
      names = {"-e", "--helpformat"},
      description = "List the names of columns.")
  private boolean helpFormat;

  @Option(
      names = {"-b", "--brief"},
      description = "Number, state and exit code.")
  private boolean brief;

  @Option(
      names = {"-l", "--long"},
      description = "Many columns.")
  private boolean all;

  @Option(
      names = {"-X", "--allocations"},
      description = "Jobs without their steps.")
  private boolean withoutSteps;

  @Option(
      names = {"-n", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = {"-p", "--parsable"},
      description = "Cells with | behind each, neither padded nor cut.")
  private boolean parsable;

  @Option(
      names = {"-P", "--parsable2"},
      description = "Cells with | between them, neither padded nor cut.")
  private boolean parsable2;

  @Option(
      names = "--delimiter",
      paramLabel = "TEXT",
      description = "With -p and -P: this text in place of |.")
  private String delimiter = "|";

  @Option(names = "--units", paramLabel = "K|M|G|T|P", description = "Sizes in this unit.")
  private @Nullable String units;

  @Option(names = "--noconvert", description = "Sizes in megabytes.")
  private boolean exact;

  @Option(
      names = {"-S", "--starttime"},
      paramLabel = "TIME",
      description = "Only jobs that were not over before: 2026-01-31, 12:00, today, now-2hours.")
  private @Nullable String since;

  @Option(
      names = {"-E", "--endtime"},
      paramLabel = "TIME",
      description = "Only jobs that were submitted before.")
  private @Nullable String until;

  @Option(
      names = {"-s", "--state"},
      paramLabel = "STATE,...",
      description = "Only jobs in these states.")
  private @Nullable String states;

  @Option(
      names = {"-u", "--uid", "--user"},
      paramLabel = "USER,...",
      description = "Only jobs of these users. Without it: mine, and of root all.")
  private @Nullable String users;

  @Option(
      names = {"-a", "--allusers"},
      description = "Jobs of all users.")
  private boolean everybody;

  @Option(
      names = {"-A", "--accounts"},
      paramLabel = "NAME,...",
      description = "Only jobs under these accounts.")
  private @Nullable String accounts;

  @Option(names = "--name", paramLabel = "NAME,...", description = "Only jobs of these names.")
  private @Nullable String names;

  @Option(
      names = {"-r", "--partition"},
      paramLabel = "NAME,...",
      description = "Only jobs of these partitions.")
  private @Nullable String partitions;

  @Mixin private AccountFilter filter = new AccountFilter();

  @Option(names = "-L", description = "The same as --allclusters: the one cluster.")
  private boolean allClusters;

  @Mixin private OneCluster cluster = new OneCluster();

  @Mixin private CommonWords words = new CommonWords();

  @Option(
      names = {"-D", "--duplicates"},
      description = "Changes nothing: a job that was requeued is one line here, with its last run.")
  private boolean duplicates;

  @Option(
      names = {"-T", "--truncate"},
      description = "Cut off what was before -S and after -E: of times, and of how long a job ran.")
  private boolean truncate;

  @Option(
      names = {"-B", "--batch-script"},
      description = "Print the scripts of the jobs of -j: one's own, and for operators all.")
  private boolean scripts;

  @Mixin private AccountRefusals refusals = new AccountRefusals();

  public SacctCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Instant now = Instant.now();
    List<Field<AccountRow>> fields = fields(now);
    PrintStream out = context.terminal().out();
    if (helpFormat) {
      fields.forEach(field -> out.println(field.names().getFirst()));
      return 0;
    }
    cluster.check(context);
    words.check(context, access);
    refusals.check();
    if (scripts) {
      BatchScripts.print(access.connect(context), jobs, out);
      return 0;
    }
    ColumnFormat<AccountRow> columns = columns(fields);
    Controllers controllers = access.connect(context);
    List<AccountRow> rows = rows(controllers, now);
    if (!noHeader) {
      columns.header().forEach(out::println);
    }
    rows.forEach(row -> out.println(columns.line(row)));
    return 0;
  }

  private List<Field<AccountRow>> fields(Instant now) {
    try {
      return AccountFields.all(now, exact ? new Units('M') : Units.parse(units));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private ColumnFormat<AccountRow> columns(List<Field<AccountRow>> fields) {
    String wanted = format != null ? format : brief ? BRIEF : all ? LONG : usual();
    ColumnFormat.Layout layout =
        parsable || parsable2
            ? new ColumnFormat.Layout(delimiter, !parsable2)
            : ColumnFormat.Layout.PADDED;
    try {
      return ColumnFormat.parse(wanted, fields, layout);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  /** Slurm's variable, as its users set it in their profiles. */
  private String usual() {
    String own = context.variable("SACCT_FORMAT");
    return own == null ? USUAL : own;
  }

  private List<AccountRow> rows(Controllers controllers, Instant now) {
    Set<JobStatus> meant = StateNames.parse(states);
    if (meant != null && meant.isEmpty()) {
      return List.of();
    }
    StepIds chosen = StepIds.parse(jobs);
    Supplier<Target> question =
        () ->
            Target.of("history")
                .with("job", chosen.jobs())
                .with("user", user())
                .with("name", names)
                .with("partition", partitions)
                .with("account", accounts)
                .with("state", meant == null ? null : StateNames.joined(meant))
                .with("since", since(now))
                .with("until", until == null ? null : Times.parse(until, now).toString());
    List<HistoryEntry> found = filter.of(HistoryPages.read(controllers, question, MOST_JOBS));
    List<AccountRow> rows = new ArrayList<>();
    AccountSpan span = span(now);
    boolean steps = !withoutSteps && found.size() <= MOST_WITH_STEPS;
    if (!withoutSteps && !steps) {
      context
          .terminal()
          .note(
              "steps are left out, as these are %d jobs and more than %d: name jobs with -j, or say -X"
                  .formatted(found.size(), MOST_WITH_STEPS));
    }
    for (HistoryEntry job : found.reversed()) {
      if (job.dissolved()) {
        continue; // its elements have lines of their own
      }
      List<HistoryEntry> members =
          job.pack() == null ? List.of(job) : job.pack().each().stream().map(job::as).toList();
      HistoryEntry first = members.getFirst();
      rows.add(new AccountRow(first, null, span));
      if (steps && job.startedAt() != null) {
        steps(controllers, job).forEach(step -> rows.add(new AccountRow(first, step, span)));
      }
      members
          .subList(1, members.size())
          .forEach(member -> rows.add(new AccountRow(member, null, span)));
    }
    return rows.stream()
        .filter(row -> chosen.contains(row.job().job(), row.job().array(), row.stepName()))
        .toList();
  }

  private static List<StepDetails> steps(Controllers controllers, HistoryEntry job) {
    String target = Target.of("jobs", job.job().toString()).toString();
    return controllers.exact(Request.get(target), JobDetails.class).steps().stream()
        .sorted(Comparator.comparingInt(StepDetails::step))
        .collect(Collectors.toList());
  }

  private AccountSpan span(Instant now) {
    String from = truncate ? since(now) : null;
    return new AccountSpan(
        from == null ? null : Instant.parse(from),
        truncate && until != null ? Times.parse(until, now) : null);
  }

  private @Nullable String user() {
    boolean mine = users == null && !everybody && !context.user().equals("root");
    return mine ? context.user() : users;
  }

  private @Nullable String since(Instant now) {
    if (since != null) {
      return Times.parse(since, now).toString();
    }
    return jobs == null ? Times.parse("today", now).toString() : null;
  }
}

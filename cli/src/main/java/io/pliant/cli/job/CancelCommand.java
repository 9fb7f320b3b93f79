package io.pliant.cli.job;

import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.run.Signals;
import io.pliant.core.array.JobRef;
import io.pliant.core.format.PrintableText;
import io.pliant.core.id.JobStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends jobs, or sends them a signal. */
@Command(
    name = "cancel",
    description = "End jobs, or send a signal to their tasks.",
    footer = {
      "",
      "Examples:",
      "  pliant cancel 12 13          end these jobs: SIGTERM, then SIGKILL after the partition's"
          + " grace",
      "  pliant cancel 12_[3-9]       end these elements of an array",
      "  pliant cancel -s USR1 12     send a signal to the tasks of its steps; it goes on",
      "  pliant cancel -b -s USR1 12  send it to the script alone",
      "  pliant cancel -u $USER -t PD  end all my waiting jobs"
    })
public final class CancelCommand implements Callable<Integer> {
  /** It ends a job that has no chance to do so by itself: its script, too, as under Slurm. */
  private static final int KILL = 9;

  private static final BufferedReader ANSWERS =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      arity = "0..*",
      paramLabel = "JOB...",
      hideParamSyntax = true,
      description = JobRefs.LABEL)
  private List<String> jobs = List.of();

  @Option(
      names = {"-s", "--signal"},
      paramLabel = "SIGNAL",
      description = "Send this signal, by name or number, instead of ending the job.")
  private @Nullable String signal;

  @Option(
      names = {"-b", "--batch"},
      description = "Send the signal to the script alone, not to its steps.")
  private boolean batch;

  @Option(
      names = {"-f", "--full"},
      description = "Send the signal to the script and to its steps.")
  private boolean full;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "All jobs of this user.")
  private @Nullable String user;

  @Option(names = "--me", description = "All my jobs.")
  private boolean me;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "NAME",
      description = "All jobs of this partition.")
  private @Nullable String partition;

  @Option(
      names = {"-t", "--state"},
      paramLabel = "STATE,...",
      description = "All jobs in these states.")
  private @Nullable String states;

  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME",
      description = "All jobs of this name.")
  private @Nullable String name;

  @Option(
      names = {"-A", "--account"},
      paramLabel = "NAME",
      description = "All jobs under this account.")
  private @Nullable String account;

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "NAME",
      description = "All jobs of this quality of service.")
  private @Nullable String qos;

  @Option(names = "--wckey", paramLabel = "NAME", description = "All jobs of this wckey.")
  private @Nullable String wckey;

  @Mixin private PlaceFilter places = new PlaceFilter();

  @Option(
      names = {"-Q", "--quiet"},
      description = "Tell nothing of jobs that are over already, nor that no job is meant.")
  private boolean quiet;

  @Option(
      names = {"-i", "--interactive"},
      description = "Ask before each job.")
  private boolean interactive;

  @Option(
      names = {"-v", "--verbose"},
      description = "Tell of each job that it is ended or signalled.")
  private boolean verbose;

  @Option(
      names = {"-H", "--hurry"},
      description = "Changes nothing: nothing is staged out.")
  private boolean hurry;

  @Option(names = "--ctld", description = "Changes nothing: controllers send all signals.")
  private boolean ctld;

  @Option(
      names = "--sibling",
      paramLabel = "CLUSTER",
      description = "Refused: there is one cluster.")
  private @Nullable String sibling;

  @Mixin private OneCluster cluster = new OneCluster();

  public CancelCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (sibling != null) {
      throw CommandFailure.usage(
          "Expected no --sibling: a job is in one cluster. Leave it out to end the job.");
    }
    cluster.check(context);
    int number = signal == null ? 0 : Signals.parse(signal);
    Controllers controllers = access.connect(context);
    if (jobs.isEmpty() && !filtered()) {
      throw CommandFailure.usage("Expected job ids or a filter such as -u, but got none.");
    }
    List<JobRef> chosen = filtered() || interactive ? matching(controllers) : JobRefs.parse(jobs);
    if (chosen.isEmpty()) {
      if (!quiet) {
        context.terminal().note("no job matches");
      }
      return 0;
    }
    if (batch && full) {
      throw CommandFailure.usage("Expected --batch or --full, but got both.");
    }
    if (number == 0 && (batch || full)) {
      throw CommandFailure.usage("Expected --signal with --batch or --full, but got none.");
    }
    String scope = batch ? "script" : full || number == KILL ? "all" : "steps";
    if (verbose) {
      String what = number == 0 ? "Terminating job " : "Signal %d to job ".formatted(number);
      chosen.forEach(job -> context.terminal().note(what + job));
    }
    boolean mayBeOver = quiet && number == 0; // a signal may be refused for something else
    return JobActions.each(
        context, controllers, chosen, mayBeOver, job -> request(job, number, scope));
  }

  private static Request request(JobRef job, int signal, String scope) {
    Target target = Target.of("jobs", job.toString()).with("signal", Integer.toString(signal));
    return signal == 0
        ? Request.delete(target.toString())
        : Request.deleteOnce(target.with("to", scope).toString());
  }

  private boolean filtered() {
    return me
        || places.any()
        || Stream.of(user, partition, states, name, account, qos, wckey).anyMatch(Objects::nonNull);
  }

  private List<JobRef> matching(Controllers controllers) {
    Set<JobStatus> meant = StateNames.parse(states);
    Set<JobStatus> live =
        meant == null
            ? null
            : meant.stream().filter(state -> !state.terminal()).collect(Collectors.toSet());
    QueueSelection selection =
        new QueueSelection(
            one(me ? context.user() : user),
            one(partition),
            live,
            null,
            one(name),
            one(account),
            one(qos),
            one(wckey),
            null);
    List<JobRef> named = JobRefs.parse(jobs);
    List<JobRef> matching = new ArrayList<>();
    for (JobRow row : places.of(selection.rows(controllers, places.accounting()))) {
      CancelledParts.of(row.queue(), named, live != null).stream()
          .filter(job -> !interactive || agreed(job, row.queue()))
          .forEach(matching::add);
    }
    return matching;
  }

  private static @Nullable Set<String> one(@Nullable String word) {
    return word == null ? null : Set.of(word);
  }

  /** Asks as scancel does; whoever says nothing does not agree. */
  private boolean agreed(JobRef job, QueueEntry entry) {
    PrintStream out = context.terminal().out();
    out.print(
        PrintableText.escaped(
            "Cancel job_id=%s name=%s partition=%s [y/n]? "
                .formatted(job, entry.name(), entry.partition())));
    out.flush();
    try {
      String answer = ANSWERS.readLine();
      return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    } catch (IOException e) {
      throw CommandFailure.operational("Expected to read an answer, but " + e.getMessage());
    }
  }
}

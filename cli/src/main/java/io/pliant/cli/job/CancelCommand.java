package io.pliant.cli.job;

import io.pliant.api.QueueEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.run.Signals;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
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

  public CancelCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    int number = signal == null ? 0 : Signals.parse(signal);
    Controllers controllers = access.connect(context);
    boolean filtered = me || user != null || partition != null || states != null || name != null;
    if (jobs.isEmpty() && !filtered) {
      throw CommandFailure.usage("Expected job ids or a filter such as -u, but got none.");
    }
    List<JobRef> chosen = filtered ? matching(controllers) : JobRefs.parse(jobs);
    if (chosen.isEmpty()) {
      context.terminal().note("no job matches");
      return 0;
    }
    if (batch && full) {
      throw CommandFailure.usage("Expected --batch or --full, but got both.");
    }
    if (number == 0 && (batch || full)) {
      throw CommandFailure.usage("Expected --signal with --batch or --full, but got none.");
    }
    String scope = batch ? "script" : full || number == KILL ? "all" : "steps";
    return JobActions.each(context, controllers, chosen, job -> request(job, number, scope));
  }

  private static Request request(JobRef job, int signal, String scope) {
    Target target = Target.of("jobs", job.toString()).with("signal", Integer.toString(signal));
    return signal == 0
        ? Request.delete(target.toString())
        : Request.deleteOnce(target.with("to", scope).toString());
  }

  private List<JobRef> matching(Controllers controllers) {
    Set<JobStatus> meant =
        Objects.requireNonNullElse(StateNames.parse(states), EnumSet.allOf(JobStatus.class));
    if (meant.isEmpty()) {
      return List.of();
    }
    Target target =
        Target.of("jobs")
            .with("partition", partition)
            .with("user", me ? context.user() : user)
            .with("state", states == null ? null : StateNames.joined(meant));
    List<JobRef> named = JobRefs.parse(jobs);
    List<JobRef> matching = new ArrayList<>();
    String body = controllers.text(Request.get(target.toString()));
    for (QueueEntry job : Answers.exactList(body, QueueEntry.class)) {
      boolean called = name == null || name.equals(job.name());
      if (called && (named.isEmpty() || named.stream().anyMatch(job::isOf))) {
        matching.add(new JobRef(job.job(), null));
      }
    }
    return matching;
  }
}

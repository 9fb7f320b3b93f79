package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.core.array.JobRef;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends running jobs and puts them back into the queue. */
@Command(
    name = "requeue",
    description = {
      "End running jobs and put them back into the queue: each begins anew, with the same number.",
      "Its processes get SIGTERM, then SIGKILL after the partition's grace."
    },
    footer = {"", "Example:", "  pliant requeue 12 13"})
public final class RequeueCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      arity = "1..*",
      paramLabel = "JOB...",
      hideParamSyntax = true,
      description = JobRefs.LABEL)
  private List<String> jobs = List.of();

  @Option(names = "--hold", description = "Hold them there until pliant release.")
  private boolean hold;

  public RequeueCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return JobActions.each(
        context, access.connect(context), JobRefs.parse(jobs), job -> request(job, hold));
  }

  /** The request for one job; not to be repeated, as the next attempt would end, too. */
  public static Request request(JobRef job, boolean hold) {
    Target target = Target.of("jobs", job.toString(), "requeue");
    return Request.postOnce((hold ? target.with("hold", "true") : target).toString(), "");
  }
}

package io.pliant.cli.job;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Keeps waiting jobs from starting. */
@Command(
    name = "hold",
    description = "Keep waiting jobs from starting.",
    footer = {"", "Example:", "  pliant hold 12 13"})
public final class HoldCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(
      arity = "1..*",
      paramLabel = "JOB...",
      hideParamSyntax = true,
      description = JobRefs.LABEL)
  private List<String> jobs = List.of();

  public HoldCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return JobActions.each(
        context,
        access.connect(context),
        JobRefs.parse(jobs),
        job -> Request.post(Target.of("jobs", job.toString(), "hold").toString(), null));
  }
}

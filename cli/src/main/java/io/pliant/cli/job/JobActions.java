package io.pliant.cli.job;

import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.array.JobRef;
import java.util.List;
import java.util.function.Function;

/** One request for each of several jobs; a refusal of one does not keep the others from theirs. */
public final class JobActions {
  private static final int CONFLICT = 409;

  private JobActions() {}

  /**
   * Sends the requests; exit code 1 when any was refused, each refusal is told on standard error.
   */
  public static int each(
      Context context,
      Controllers controllers,
      List<JobRef> jobs,
      Function<JobRef, Request> request) {
    return each(context, controllers, jobs, false, request);
  }

  /**
   * The same.
   *
   * @param quiet jobs whose state does not allow it are not told of, and are no failure
   */
  static int each(
      Context context,
      Controllers controllers,
      List<JobRef> jobs,
      boolean quiet,
      Function<JobRef, Request> request) {
    if (jobs.isEmpty()) {
      throw CommandFailure.usage("Expected at least one job id, but got none.");
    }
    int exitCode = 0;
    for (JobRef job : jobs) {
      try {
        controllers.text(request.apply(job));
      } catch (ApiRefusal refusal) {
        if (quiet && refusal.status() == CONFLICT) {
          continue;
        }
        context.terminal().note("job " + job + ": " + refusal.getMessage());
        exitCode = CommandFailure.OPERATIONAL;
      }
    }
    return exitCode;
  }
}

package io.pliant.cli.slurm;

import io.pliant.api.JobDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.spec.Payload;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Scripts of jobs as {@code sacct --batch-script} prints them. */
final class BatchScripts {
  private static final String LINE = "-".repeat(80);

  private BatchScripts() {}

  static void print(Controllers controllers, @Nullable String jobs, PrintStream out) {
    if (jobs == null) {
      throw CommandFailure.usage("Expected -j with --batch-script: sacct -B -j 12.");
    }
    for (StepIds.Meant meant : StepIds.parse(jobs).meant()) {
      String target = Target.of("jobs", meant.job().toString()).toString();
      JobDetails job = controllers.exact(Request.get(target), JobDetails.class);
      out.println("Batch Script for " + meant.job());
      out.println(LINE);
      String script =
          job.spec().payload() instanceof Payload.BatchScript batch ? batch.script() : "";
      out.println(script.isEmpty() ? "NONE" : script.stripTrailing());
    }
  }
}

package io.pliant.cli.run;

import io.pliant.cli.json.Json;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;

/**
 * How a step stands at the controllers.
 *
 * @param status of the step, or of its job while there is no step yet
 * @param nodes number of its nodes, or 0 while there is no step
 * @param resizes true when it is a program that can go on without some of its tasks
 * @param exit its worst exit status so far
 * @param message why it did not go well, or empty
 */
record StepStanding(
    JobStatus status, int nodes, int tasks, boolean resizes, ExitStatus exit, String message) {
  /** Reads a {@code StepDetails}. */
  static StepStanding ofStep(Json step) {
    return new StepStanding(
        status(step),
        step.get("nodes").list().size(),
        (int) step.get("tasks").number(),
        step.get("resizes").bool(),
        exit(step.get("exit")),
        step.get("message").text());
  }

  /** Reads the {@code JobDetails} of a job that runs one command. */
  static StepStanding ofJob(Json job) {
    JobStatus status = status(job);
    for (Json step : job.get("steps").list().reversed()) {
      if (step.get("attempt").number() == job.get("attempt").number()) {
        StepStanding own = ofStep(step);
        return status.terminal()
            ? new StepStanding(
                status, own.nodes, own.tasks, own.resizes, exit(job.get("exit")), reason(job, own))
            : own;
      }
    }
    return new StepStanding(status, 0, 0, false, exit(job.get("exit")), job.get("reason").text());
  }

  /** The exit code of a step that is over: never 0 unless it completed. */
  int exitCode() {
    int code = exit.shellCode();
    return code == 0 && status != JobStatus.COMPLETED ? 1 : code;
  }

  private static String reason(Json job, StepStanding step) {
    return step.message.isEmpty() ? job.get("reason").text() : step.message;
  }

  private static JobStatus status(Json json) {
    return JobStatus.valueOf(json.get("status").text());
  }

  private static ExitStatus exit(Json exit) {
    return new ExitStatus((int) exit.get("code").number(), (int) exit.get("signal").number());
  }
}

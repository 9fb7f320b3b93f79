package io.pliant.cli.run;

import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;

/** What a {@code pliant run} waits for: a step of a running job, or a job of its own. */
sealed interface RunTarget {
  /**
   * How it stands now; with {@code waitSeconds} above 0 the answer comes when it is over, or then.
   */
  StepStanding standing(Controllers controllers, int waitSeconds);

  /** Name for messages. */
  String name();

  /** A step of a running job. */
  record OfJob(long job, long step) implements RunTarget {
    @Override
    public StepStanding standing(Controllers controllers, int waitSeconds) {
      Target target = Target.of("jobs", Long.toString(job), "steps", Long.toString(step));
      return StepStanding.ofStep(controllers.one(poll(target, waitSeconds), StepDetails.class));
    }

    @Override
    public String name() {
      return "step " + job + "." + step;
    }
  }

  /** A job that runs nothing but the command. */
  record OwnJob(long job) implements RunTarget {
    @Override
    public StepStanding standing(Controllers controllers, int waitSeconds) {
      Target target = Target.of("jobs", Long.toString(job));
      return StepStanding.ofJob(controllers.one(poll(target, waitSeconds), JobDetails.class));
    }

    @Override
    public String name() {
      return "job " + job;
    }
  }

  private static Request poll(Target target, int waitSeconds) {
    return waitSeconds == 0
        ? Request.get(target.toString())
        : Request.longPoll(
            target.with("waitSeconds", Integer.toString(waitSeconds)).toString(), waitSeconds);
  }
}

package io.pliant.runtime.controller.http;

import io.pliant.api.JobDetails;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.Submitter;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who may see what of a job: scripts, environments and secrets are for its owner and for operators.
 */
final class Privacy {
  private final Set<String> operators;

  Privacy(Set<String> operators) {
    this.operators = operators;
  }

  boolean operator(Submitter user) {
    return operators.contains(user.name());
  }

  /**
   * Turns away who is no operator.
   *
   * @param what only operators may do, as {@code change reservations}
   */
  void requireOperator(Submitter user, String what) {
    if (!operator(user)) {
      throw ApiFailure.forbidden(
          "Expected an operator (pliant.controller.operators) to %s, but %s is none."
              .formatted(what, user.name()));
    }
  }

  /** True when {@code viewer} may read script, arguments and environment. */
  boolean mayRead(Submitter viewer, JobDetails details) {
    return operator(viewer) || viewer.uid() == details.spec().submitter().uid();
  }

  /** The details as {@code viewer} may see them. */
  JobDetails shownTo(Submitter viewer, JobDetails details) {
    JobSpec spec = details.spec();
    if (mayRead(viewer, details)) {
      return details;
    }
    return new JobDetails(
        details.job(),
        withoutSecrets(spec),
        details.status(),
        details.attempt(),
        details.reason(),
        details.exit(),
        details.submittedAt(),
        details.startedAt(),
        details.endedAt(),
        details.allocation(),
        details.steps(),
        details.outputPath(),
        details.errorPath(),
        details.host(),
        details.energy(),
        details.array(),
        details.dependency(),
        details.still());
  }

  private static JobSpec withoutSecrets(JobSpec spec) {
    return new JobSpec(
        spec.name(),
        spec.submitter(),
        spec.partition(),
        spec.resources(),
        spec.timeLimit(),
        switch (spec.payload()) {
          case Payload.BatchScript _ -> new Payload.BatchScript("", List.of());
          case Payload.ParallelCommand(List<String> command, _) ->
              new Payload.ParallelCommand(command.subList(0, Math.min(1, command.size())), null);
        },
        spec.files(),
        spec.workingDirectory(),
        Map.of(),
        spec.requeue(),
        spec.hold(),
        spec.begin(),
        spec.comment(),
        null,
        spec.malleable(),
        spec.nodeWatts(),
        spec.bookkeeping(),
        spec.warning(),
        null,
        spec.deadline(),
        spec.array(),
        spec.element(),
        spec.dependency());
  }
}

package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.StartEntry;
import io.pliant.core.id.PartitionName;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Where a job waits that names several partitions: where it would start first. Of equal ones it is
 * the first of its list; then one that takes it, though nobody can say when it starts. A repeated
 * submission goes where the first one went.
 */
record PartitionChoice(ClusterGateway gateway, Waiting waiting, SubmissionReader submissions) {
  private record Asked(ParsedJob.Parsed job, CompletionStage<Answer<StartEntry>> answer) {}

  private record Rated(ParsedJob.Parsed job, Instant start) {}

  /** The job in the partition that is best; as it was read where it names but one. */
  ParsedJob.Parsed choose(Submission submission, ParsedJob.Parsed read, Submitter by)
      throws InterruptedException {
    if (read.partitions().size() < 2) {
      return read;
    }
    List<Asked> asked = new ArrayList<>();
    for (PartitionName partition : read.partitions()) {
      if (submissions.parse(submission, by, partition) instanceof ParsedJob.Parsed job) {
        asked.add(new Asked(job, gateway.check(job.spec())));
      }
    }
    Rated best = new Rated(read, Instant.MAX);
    boolean taken = false;
    for (Asked each : asked) {
      if (!(waiting.value(each.answer()) instanceof Answer.Accepted<StartEntry>(StartEntry said))) {
        continue;
      }
      if (said.original() != null) {
        return told(each.job()); // whoever asks again may not have read the first answer
      }
      Instant at = said.at();
      Instant start = at == null ? Instant.MAX : at;
      if (!taken || start.isBefore(best.start())) {
        best = new Rated(each.job(), start);
      }
      taken = true;
    }
    return told(best.job());
  }

  private static ParsedJob.Parsed told(ParsedJob.Parsed job) {
    List<String> warnings = new ArrayList<>(job.warnings());
    warnings.add(
        "--partition: of several the job waits in '%s', where it would start first as things stand."
            .formatted(job.spec().partition()));
    return new ParsedJob.Parsed(job.spec(), warnings, List.of());
  }
}

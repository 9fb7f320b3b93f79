package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.BatchEntry;
import io.pliant.api.BatchRequest;
import io.pliant.core.id.JobId;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.Submitter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Many submissions in one request. All are on their way before the first is waited for, so the
 * journal forces them to the disk together; each is durable, or refused, for itself.
 */
record BatchRoute(
    ClusterGateway gateway, Waiting waiting, SubmissionReader submissions, PartitionChoice places) {
  /** A submission that is on its way, or was refused before. */
  private sealed interface Sent {
    record OnItsWay(ParsedJob.Parsed job, CompletionStage<Answer<JobId>> answer) implements Sent {}

    record Refused(ApiFailure failure) implements Sent {}
  }

  Reply submit(Call call) throws InterruptedException {
    List<Submission> jobs = call.body(BatchRequest.class).jobs();
    if (jobs.isEmpty() || jobs.size() > BatchRequest.MOST) {
      throw ApiFailure.invalid(
          "Expected 1 to %d submissions in jobs, but got %d."
              .formatted(BatchRequest.MOST, jobs.size()));
    }
    List<Sent> sent = new ArrayList<>();
    for (Submission job : jobs) {
      sent.add(send(job, call.caller()));
    }
    List<BatchEntry> outcomes = new ArrayList<>();
    for (Sent each : sent) {
      outcomes.add(outcome(each));
    }
    return Reply.ok(outcomes);
  }

  private Sent send(Submission submission, Submitter caller) throws InterruptedException {
    try {
      ParsedJob.Parsed job =
          places.choose(submission, submissions.read(submission, caller), caller);
      return new Sent.OnItsWay(job, gateway.submit(job.spec()));
    } catch (ApiFailure e) {
      return new Sent.Refused(e);
    }
  }

  private BatchEntry outcome(Sent sent) throws InterruptedException {
    try {
      return switch (sent) {
        case Sent.OnItsWay(ParsedJob.Parsed job, CompletionStage<Answer<JobId>> answer) ->
            BatchEntry.taken(waiting.answer(answer), job.warnings());
        case Sent.Refused(ApiFailure failure) -> throw failure;
      };
    } catch (ApiFailure e) {
      return BatchEntry.refused(e.status(), e.text());
    }
  }
}

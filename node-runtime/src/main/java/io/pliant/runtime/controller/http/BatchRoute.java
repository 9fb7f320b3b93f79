package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.BatchEntry;
import io.pliant.api.BatchRequest;
import io.pliant.core.id.JobId;
import io.pliant.core.spec.ParsedJob;
import io.pliant.core.spec.Submission;
import io.pliant.core.spec.Submitter;
import io.pliant.runtime.bounds.RareLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many submissions in one request. They are on their way in waves, so the journal forces many to
 * the disk together; each is durable, or refused, for itself. However many clients send batches, no
 * more than {@value #MOST_ON_THEIR_WAY} submissions are on their way: each is a job in memory. Who
 * comes first has the next wave.
 */
final class BatchRoute {
  static final int WAVE = 250;
  static final int MOST_ON_THEIR_WAY = 4 * WAVE;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(BatchRoute.class);

  private final RareLog failures = new RareLog();
  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final SubmissionReader submissions;
  private final PartitionChoice places;
  private final Semaphore room = new Semaphore(MOST_ON_THEIR_WAY, true);

  BatchRoute(
      ClusterGateway gateway,
      Waiting waiting,
      SubmissionReader submissions,
      PartitionChoice places) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.submissions = submissions;
    this.places = places;
  }

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
    List<BatchEntry> outcomes = new ArrayList<>();
    while (outcomes.size() < jobs.size()) {
      int end = Math.min(jobs.size(), outcomes.size() + WAVE);
      outcomes.addAll(wave(jobs.subList(outcomes.size(), end), call.caller()));
    }
    return Reply.ok(outcomes);
  }

  private List<BatchEntry> wave(List<Submission> jobs, Submitter caller)
      throws InterruptedException {
    if (!room.tryAcquire(jobs.size(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      String why =
          "Expected room for %d submissions within %d s, but other batches have all %d. Try again soon."
              .formatted(jobs.size(), PATIENCE.toSeconds(), MOST_ON_THEIR_WAY);
      return jobs.stream().map(_ -> BatchEntry.refused(503, why)).toList();
    }
    try {
      List<Sent> sent = new ArrayList<>();
      for (Submission job : jobs) {
        sent.add(send(job, caller));
      }
      List<BatchEntry> outcomes = new ArrayList<>();
      for (Sent each : sent) {
        outcomes.add(outcome(each));
      }
      return outcomes;
    } finally {
      room.release(jobs.size());
    }
  }

  private Sent send(Submission submission, Submitter caller) throws InterruptedException {
    try {
      ParsedJob.Parsed job =
          places.choose(submission, submissions.read(submission, caller), caller);
      return new Sent.OnItsWay(job, gateway.submit(job.spec()));
    } catch (ApiFailure e) {
      return new Sent.Refused(e);
    } catch (RuntimeException e) {
      return new Sent.Refused(broken(e));
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
    } catch (RuntimeException e) {
      return BatchEntry.refused(500, broken(e).text());
    }
  }

  /** What breaks for one says nothing of the others, which may have been taken. */
  private ApiFailure broken(RuntimeException e) {
    failures.happened(passed -> LOG.error("A submission of a batch failed ({} more)", passed, e));
    return new ApiFailure(
        500,
        "INTERNAL",
        "The controller failed; its log says how. Nothing is known of the outcome: try again with the same submission key.");
  }
}

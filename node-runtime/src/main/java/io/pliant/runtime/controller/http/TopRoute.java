package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.JobDetails;
import io.pliant.api.NiceEntry;
import io.pliant.api.TopRequest;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.QueueMoves;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.Submitter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Moves some waiting jobs before others of their user. The partition says by which nice values;
 * each job keeps its own. Those that go behind do so first: what is left undone harms nobody else,
 * and is done when the wish is repeated.
 */
final class TopRoute {
  private final ClusterGateway gateway;
  private final Waiting waiting;
  private final Privacy privacy;
  private final boolean users;

  /**
   * The route.
   *
   * @param users also who is no operator may do it, with his own jobs
   */
  TopRoute(ClusterGateway gateway, Waiting waiting, Privacy privacy, boolean users) {
    this.gateway = gateway;
    this.waiting = waiting;
    this.privacy = privacy;
    this.users = users;
  }

  List<Route> routes() {
    return List.of(Route.post("/v1/jobs/top", this::top));
  }

  private Reply top(Call call) throws InterruptedException {
    if (!users) {
      privacy.requireOperator(call.caller(), "move jobs where limits.user-top is false");
    }
    List<JobId> first = jobs(call.body(TopRequest.class));
    JobDetails lead = waiting.answer(gateway.job(new JobRef(first.getFirst(), null)));
    if (!privacy.mayRead(call.caller(), lead)) {
      throw ApiFailure.forbidden(
          "Expected the owner of job %s or an operator, but %s is neither."
              .formatted(lead.job(), call.caller().name()));
    }
    List<QueueMoves.Move> moves =
        waiting.answer(gateway.priorities().moves(lead.spec().partition(), first));
    return Reply.ok(carriedOut(moves, call.caller()));
  }

  private static List<JobId> jobs(TopRequest request) {
    if (request.jobs().isEmpty() || request.jobs().size() > QueueMoves.MOST) {
      throw ApiFailure.invalid(
          "Expected 1 to %d jobs, but got %d.".formatted(QueueMoves.MOST, request.jobs().size()));
    }
    List<JobId> jobs = new ArrayList<>();
    for (String text : request.jobs()) {
      try {
        JobRef job = JobRef.parse(text);
        if (job.elements() != null) {
          throw new IllegalArgumentException(
              "Expected the array %s, but got elements of it; all of them move together."
                  .formatted(job.job()));
        }
        jobs.add(job.job());
      } catch (IllegalArgumentException e) {
        throw ApiFailure.invalid(String.valueOf(e.getMessage()));
      }
    }
    return jobs;
  }

  /** One after the other in the order of the moves; a job that has started meanwhile needs none. */
  private List<NiceEntry> carriedOut(List<QueueMoves.Move> moves, Submitter by)
      throws InterruptedException {
    List<NiceEntry> done = new ArrayList<>();
    for (QueueMoves.Move move : moves) {
      CompletionStage<Answer<JobDetails>> changed =
          gateway.change(move.job(), by, JobChange.nice(move.nice()));
      switch (waiting.value(changed)) {
        case Answer.Accepted<JobDetails> _ -> done.add(new NiceEntry(move.job(), move.nice()));
        case Answer.Rejected<JobDetails>(Refusal refusal) -> {
          if (refusal.kind() != Refusal.Kind.CONFLICT) {
            throw ApiFailure.of(refusal);
          }
        }
      }
    }
    return done;
  }
}

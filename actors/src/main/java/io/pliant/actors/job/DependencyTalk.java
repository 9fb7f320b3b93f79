package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.dependency.DependencyBook;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a job hears of the jobs that it waits for. It enters a queue once all of them have answered,
 * or is refused; from then on they tell it by themselves, until it has confirmed.
 */
final class DependencyTalk {
  private final JobId job;
  private final Peers peers;
  private final Submission submission;
  private final Map<JobId, TargetStanding> answers = new HashMap<>();
  private final Map<JobId, TargetStanding> heard = new HashMap<>();

  DependencyTalk(JobId job, Peers peers, Submission submission) {
    this.job = job;
    this.peers = peers;
    this.submission = submission;
  }

  /** What follows from the news of a job; null for nothing, or not yet. */
  @Nullable JobIntent told(JobState state, TargetStanding standing) {
    DependencyBook book = state.phase() == Phase.PENDING ? state.dependency() : null;
    if (book != null && !book.known()) {
      return answered(book, standing);
    }
    heard.put(standing.job(), standing);
    return new JobIntent.TargetsTold(List.of(standing));
  }

  private @Nullable JobIntent answered(DependencyBook book, TargetStanding standing) {
    answers.put(standing.job(), standing);
    if (!answers.keySet().containsAll(book.asked().targets())) {
      return null;
    }
    String refusal = book.refusal(answers);
    if (refusal != null) {
      return submission.cannotWait(refusal);
    }
    heard.putAll(answers);
    return new JobIntent.TargetsTold(List.copyOf(answers.values()));
  }

  /**
   * What was heard is durable. A job that waits confirms it once its partition knows, too: until
   * then those that it waits for wake it again, whichever controller dies.
   *
   * @param settled its partition has answered to all that the job knows
   */
  void confirm(JobState state, boolean settled) {
    if (state.phase() == Phase.PENDING && !settled) {
      return;
    }
    heard.forEach(
        (target, standing) -> peers.tell(target, new JobCommand.StandingTaken(job, standing)));
    heard.clear();
  }
}

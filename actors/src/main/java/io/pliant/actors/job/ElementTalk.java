package io.pliant.actors.job;

import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.HoldRules;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.JobReply;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.spec.JobSpec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an array and its elements say to each other. An element gets nodes before it knows what it
 * is: it asks its array, and its life begins with the answer. A question that is lost is asked
 * again with the next audit of its grant.
 */
final class ElementTalk {
  private final JobId job;
  private final Peers peers;
  private final JobAnswers answers;
  private JobIntent.@Nullable Granted waiting;

  ElementTalk(JobId job, Peers peers, JobAnswers answers) {
    this.job = job;
    this.peers = peers;
    this.answers = answers;
  }

  /** True while it has nodes and does not know what it is. */
  boolean asks() {
    return waiting != null;
  }

  /** What follows from a grant; null when the array has to be asked first. */
  @Nullable JobIntent granted(JobState state, JobIntent.Granted grant) {
    JobIntent.OfElement element = grant.element();
    if (state.phase() != Phase.NEW || element == null) {
      return grant;
    }
    waiting = grant;
    peers.tell(element.array(), new JobCommand.AskElement(job));
    return null;
  }

  /** What follows from the array's answer; null for nothing. */
  @Nullable JobIntent told(JobCommand.BeElement answer) {
    JobIntent.Granted grant = waiting;
    waiting = null;
    if (grant == null) {
      return null;
    }
    return answer.spec() == null || answer.submittedAt() == null
        ? grant
        : new JobIntent.Begin(answer.spec(), answer.submittedAt(), grant);
  }

  /** Tells an element of this array what it is. */
  void tell(JobState state, JobId element) {
    JobSpec spec = state.spec();
    JobArray array = spec == null ? null : spec.array();
    int place = array == null ? -1 : array.placeOf(job, element);
    peers.tell(
        element,
        array == null || spec == null || place < 0
            ? new JobCommand.BeElement(null, null)
            : new JobCommand.BeElement(
                spec.of(array.element(job, place)), Objects.requireNonNull(state.submittedAt())));
  }

  /** Passes on to the partition that some elements are to end, or refuses it. */
  void cancel(JobState state, JobCommand.CancelElements command) {
    JobReply refused = HoldRules.mayChange(state, command.by(), command.operator());
    if (refused != null) {
      command.replyTo().tell(answers.to(state, refused));
      return;
    }
    JobSpec spec = state.submittedSpec();
    JobArray array = spec.array();
    Places places = array == null ? Places.NONE : array.indices().placesOf(command.elements());
    if (places.isEmpty()) {
      command
          .replyTo()
          .tell(
              new JobAnswer.Refused(
                  Refusal.notFound(
                      array == null
                          ? "Job %s is no array.".formatted(job)
                          : "Array %s has no element %s; it has %s."
                              .formatted(job, command.elements().text(), array.indices().text()))));
      return;
    }
    peers.tell(
        spec.partition(),
        new PartitionCommand.EndElements(
            new PartitionIntent.EndElements(state.attemptId(), places, command.by().name()),
            command.replyTo()));
  }

  /** Its partition has answered to the end of some elements. */
  void answered(JobState state, JobCommand.ElementsAnswered answer) {
    answer
        .replyTo()
        .tell(
            answer.reply() instanceof PartitionReply.Refused(Refusal refusal)
                ? new JobAnswer.Refused(refusal)
                : answers.details(state));
  }
}

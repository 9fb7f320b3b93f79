package io.pliant.actors.protocol;

import io.pliant.core.array.Indices;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.dependency.TargetStanding;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.SignalScope;
import io.pliant.core.pack.PackStand;
import io.pliant.core.partition.ArrayResults;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailType;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepRequest;
import java.time.Instant;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a {@code Job} entity (entity id = job id) accepts. */
public sealed interface JobCommand extends WireMessage {
  /** What jobs say to each other of which one waits for the other. */
  sealed interface OfDependency extends JobCommand {}

  /**
   * Create the job; answered only after it is durable and queued.
   *
   * @param first true when nobody has said this of that job before, which has just got its number;
   *     null when it is said again, or by an older controller
   */
  record Submit(JobSpec spec, ActorRef<JobAnswer> replyTo, @Nullable Boolean first)
      implements JobCommand {
    /** True when the job cannot have been written down yet. */
    public boolean isFirst() {
      return Boolean.TRUE.equals(first);
    }
  }

  /** End it ({@code signal} 0) or signal its processes, all where the scope is null. */
  record Cancel(
      Submitter by,
      boolean operator,
      int signal,
      ActorRef<JobAnswer> replyTo,
      @Nullable SignalScope scope)
      implements JobCommand {}

  /** End its running attempt and put it back into the queue, there to be held when that is true. */
  record Requeue(
      Submitter by, boolean operator, ActorRef<JobAnswer> replyTo, @Nullable Boolean hold)
      implements JobCommand {}

  /** Hold it, or let it go. */
  record SetHeld(Submitter by, boolean operator, boolean held, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Have its running attempt stand still, or go on. */
  record SetSuspended(Submitter by, boolean operator, boolean still, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Show one of its steps to somebody. */
  record Onlook(JobIntent.Onlook intent, ActorRef<JobAnswer> replyTo) implements JobCommand {}

  /** Change what was asked for. */
  record Change(Submitter by, boolean operator, JobChange change, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Run a command as a further step. */
  record CreateStep(
      Submitter by, boolean operator, StepRequest request, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Resize it to so many nodes, if partition and program agree. */
  record Adapt(Submitter by, boolean operator, int nodes, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Tell its application what is known of its program. */
  record TellApplication() implements JobCommand {}

  /** What its application wants. */
  record OfApplication(JobIntent.OfApplication intent) implements JobCommand {}

  /** Tell all about it. */
  record GetDetails(ActorRef<JobAnswer> replyTo) implements JobCommand {}

  /**
   * Its partition's answer to an Enqueue.
   *
   * @param dependency version of what it waits for that came with it, or null for nothing
   * @param revision number of its change that came with it, or null for none
   * @param partition which one it is; null in answers of controllers from before packs had several
   */
  record EnqueueAnswered(
      int attempt,
      PartitionReply reply,
      @Nullable Integer dependency,
      @Nullable Integer revision,
      @Nullable PartitionName partition)
      implements JobCommand {
    /** Of a partition that does not say which it is. */
    public EnqueueAnswered(
        int attempt,
        PartitionReply reply,
        @Nullable Integer dependency,
        @Nullable Integer revision) {
      this(attempt, reply, dependency, revision, null);
    }

    /** To a job that waits for no other, and was never changed. */
    public EnqueueAnswered(int attempt, PartitionReply reply) {
      this(attempt, reply, null, null, null);
    }
  }

  /**
   * A partition knows how it stands since its change of that number; {@code partition} as above.
   */
  record RevisionTaken(int attempt, int number, @Nullable PartitionName partition)
      implements JobCommand {
    /** Of a partition that does not say which it is. */
    public RevisionTaken(int attempt, int number) {
      this(attempt, number, null);
    }
  }

  /** Its partition's answer to a SetHeld. */
  record HeldAnswered(boolean held, Submitter by, PartitionReply reply, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** A partition holds nothing for this attempt any more; {@code partition} as above. */
  record ReleaseConfirmed(int attempt, @Nullable PartitionName partition) implements JobCommand {
    /** Of a partition that does not say which it is. */
    public ReleaseConfirmed(int attempt) {
      this(attempt, null);
    }
  }

  /** A partition says how its share of this pack stands; repeated while it waits at the front. */
  record ShareStands(PackStand stand) implements JobCommand {}

  /** Internal timer: some partitions may have held the pack for long enough. */
  enum PackDue implements JobCommand {
    INSTANCE
  }

  /** Its partition holds nodes for it; repeated while it does. */
  record Granted(JobIntent.Granted intent) implements JobCommand {}

  /** Its partition would start this attempt too late for its deadline; repeated while it waits. */
  record DeadlinePassed(int attempt) implements JobCommand {}

  /** To an array: its element of that number asks what it is. Answered by BeElement, or not. */
  record AskElement(JobId element) implements JobCommand {}

  /**
   * To an element of an array: what it is.
   *
   * @param spec without script, arguments and environment; null when there is no such array
   */
  record BeElement(@Nullable JobSpec spec, @Nullable Instant submittedAt) implements JobCommand {}

  /** To an element that waits to run again: its array is to end. */
  record EndElement(String by) implements JobCommand {}

  /**
   * To an array: no element of it can start or runs; told until the partition is answered.
   *
   * @param failed elements that did not end well, or null when they are not known
   */
  record AllOver(ArrayResults results, @Nullable Places failed) implements JobCommand {}

  /**
   * That other job waits for this one, and is to be told how it stands; answered by TargetStands.
   *
   * @param elements it wants to know of single elements, where this is an array
   * @param uid whose that job is
   */
  record Watch(JobId dependent, boolean elements, int uid) implements OfDependency {}

  /** A job that this one waits for tells how it stands; answered by StandingTaken. */
  record TargetStands(TargetStanding standing) implements OfDependency {}

  /** What was told to that job is written down there, or counts no more. */
  record StandingTaken(JobId dependent, TargetStanding standing) implements OfDependency {}

  /** To a job that is over: its partition wakes it until all that wait for it know that. */
  record TellOn() implements OfDependency {}

  /** To an array that wants to know: how its elements stand. */
  record ElementsStand(ElementsStanding standing) implements OfDependency {}

  /** To an array: end some of its elements. */
  record CancelElements(
      Submitter by, boolean operator, Indices elements, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** Its partition's answer to CancelElements. */
  record ElementsAnswered(PartitionReply reply, ActorRef<JobAnswer> replyTo)
      implements JobCommand {}

  /** A node reports on one of its steps. */
  record Reported(JobIntent.Reported intent) implements JobCommand {}

  /**
   * Internal: what a launch needs was read from the journal.
   *
   * @param payload null when it could not be read
   * @param failure why not, or empty
   */
  record PayloadRead(@Nullable JobPayload payload, String failure) implements JobCommand {}

  /** Internal timer: the attempt should have been ended by its node long since. */
  record LimitDue(int attempt) implements JobCommand {}

  /** Internal timer: a part of the limit is over, of which the user wants to be told. */
  record LimitPartDue(int attempt, MailType part) implements JobCommand {}

  /** Internal timer: ask those again that it is to wait for. */
  enum AskTargets implements OfDependency {
    INSTANCE
  }

  /** Internal timer: tell those that wait for it again. */
  enum RemindDependents implements OfDependency {
    INSTANCE
  }

  /** Internal timer: tell those that wait for it what has come together. */
  enum TellDependents implements OfDependency {
    INSTANCE
  }

  /** Internal timer: send again what is owed. */
  enum Remind implements JobCommand {
    INSTANCE
  }

  /** Internal: nothing came for a while. */
  enum Idle implements JobCommand {
    INSTANCE
  }

  /** Internal: its shard lets it stop. */
  enum Stop implements JobCommand {
    INSTANCE
  }
}

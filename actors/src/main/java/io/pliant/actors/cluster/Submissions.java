package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.job.JobIdSource;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.StartEntry;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;

/**
 * Takes in new jobs. A job is written down before its partition is asked, which saves a question;
 * if that refuses, its script stays in the journal for nothing. So who was refused lately is asked
 * about first, and fills no disk with refusals.
 */
final class Submissions {
  /** In place of the number of a job that there will never be. */
  private static final JobId NOBODY = new JobId(Long.MAX_VALUE);

  private final ActorSystem<?> system;
  private final EntityGroups groups;
  private final List<ActorRef<JobIdSource.Command>> ids;
  private final Duration within;
  private final InstantSource clock;
  private final ClusterSharding sharding;
  private final RepeatedAsk repeated;
  private final RefusedUsers refused = new RefusedUsers();

  /**
   * Submissions of a controller.
   *
   * @param ids what gives out the numbers of each group of the journal
   */
  Submissions(
      ActorSystem<?> system,
      EntityGroups groups,
      List<ActorRef<JobIdSource.Command>> ids,
      Duration within,
      InstantSource clock) {
    this.system = system;
    this.groups = groups;
    this.ids = List.copyOf(ids);
    this.within = within;
    this.clock = clock;
    this.sharding = ClusterSharding.get(system);
    this.repeated = new RepeatedAsk(system);
  }

  /** Completes when the job is durable and queued, or with why it is not. */
  CompletionStage<Answer<JobId>> submit(JobSpec spec) {
    CompletionStage<JobId> id =
        AskPattern.ask(
            ids.get(groups.of(spec.partition())),
            to -> new JobIdSource.NextId(spec.array() == null ? 1 : spec.array().numbers(), to),
            within,
            system.scheduler());
    return id.thenComposeAsync(
        job ->
            refused.contains(user(spec), clock.instant()) ? consider(job, spec) : write(job, spec),
        Runnable::run);
  }

  /** The partitions in which it is to wait: one, or those of a pack. */
  static Set<PartitionName> partitions(JobSpec spec) {
    Spread spread = spec.resources().spread();
    return spread == null ? Set.of(spec.partition()) : spread.distinct();
  }

  /** When a job would start, or why one of its partitions would refuse it. */
  CompletionStage<Answer<StartEntry>> check(JobSpec spec) {
    boolean ahead = spec.dependency() == null && spec.resources().spread() == null;
    return wouldSay(NOBODY, spec, ahead)
        .thenApply(said ->
            said.reply() instanceof PartitionReply.Refused(Refusal refusal)
                ? new Answer.Rejected<>(refusal)
                : new Answer.Accepted<>(start(said, spec)));
  }

  private static StartEntry start(PartitionAnswer.WouldSay said, JobSpec spec) {
    StartEntry start = said.start();
    if (start != null) {
      return start;
    }
    if (said.reply() instanceof PartitionReply.DuplicateOf(JobId original)) {
      return StartEntry.original(original);
    }
    if (spec.dependency() != null) {
      return StartEntry.unknown("it waits for other jobs");
    }
    return StartEntry.unknown(
        spec.resources().spread() == null
            ? "the controller of its partition is older"
            : "its partitions agree on a start once its turn has come in all of them");
  }

  /** What all its partitions would say: the first refusal, or what the leading one says. */
  private CompletionStage<PartitionAnswer.WouldSay> wouldSay(
      JobId job, JobSpec spec, boolean ahead) {
    Instant now = clock.instant();
    QueuedJob queued =
        JobOrders.queued(JobState.unknown(job).evolve(new JobEvent.JobSubmitted(job, spec, now)));
    PartitionName leading = spec.partition();
    CompletionStage<PartitionAnswer.WouldSay> all =
        wouldSay(leading, queued.shareOf(leading, true), ahead);
    for (PartitionName partition : partitions(spec)) {
      if (!partition.equals(leading)) {
        QueuedJob share = queued.shareOf(partition, false);
        all = all.thenCombine(wouldSay(partition, share, ahead), Submissions::stricter);
      }
    }
    return all;
  }

  private static PartitionAnswer.WouldSay stricter(
      PartitionAnswer.WouldSay one, PartitionAnswer.WouldSay other) {
    boolean refused = one.reply() instanceof PartitionReply.Refused;
    return !refused && other.reply() instanceof PartitionReply.Refused ? other : one;
  }

  private CompletionStage<PartitionAnswer.WouldSay> wouldSay(
      PartitionName partition, QueuedJob share, boolean ahead) {
    return repeated
        .<PartitionCommand, PartitionAnswer>ask(
            sharding.entityRefFor(EntityKeys.PARTITION, partition.value()),
            to -> new PartitionCommand.Consider(share, ahead, to),
            within)
        .thenApply(answer -> (PartitionAnswer.WouldSay) answer);
  }

  private CompletionStage<Answer<JobId>> consider(JobId job, JobSpec spec) {
    return wouldSay(job, spec, false)
        .thenCompose(said ->
            switch (said.reply()) {
              case PartitionReply.Refused(Refusal refusal) ->
                  inVain(spec, new Answer.Rejected<>(refusal));
              case PartitionReply.DuplicateOf(JobId original) ->
                  inVain(spec, new Answer.Accepted<>(original));
              case PartitionReply.Queued _,
                  PartitionReply.Done _,
                  PartitionReply.StaleTasks _,
                  PartitionReply.TooFewFree _,
                  PartitionReply.Resizes _ ->
                  write(job, spec);
            });
  }

  private CompletionStage<Answer<JobId>> inVain(JobSpec spec, Answer<JobId> answer) {
    refused.add(user(spec), clock.instant());
    return CompletableFuture.completedStage(answer);
  }

  private CompletionStage<Answer<JobId>> write(JobId job, JobSpec spec) {
    AtomicBoolean said = new AtomicBoolean();
    return repeated
        .<JobCommand, JobAnswer>ask(
            sharding.entityRefFor(EntityKeys.JOB, job.toString()),
            to -> new JobCommand.Submit(spec, to, said.getAndSet(true) ? null : true),
            within)
        .thenCompose(answer ->
            switch (answer) {
              case JobAnswer.Submitted(JobId taken) when taken.equals(job) ->
                  CompletableFuture.completedStage(new Answer.Accepted<>(job));
              case JobAnswer.Submitted(JobId original) ->
                  inVain(spec, new Answer.Accepted<>(original));
              case JobAnswer.Refused(Refusal refusal) ->
                  inVain(spec, new Answer.Rejected<>(refusal));
              case JobAnswer.Details _, JobAnswer.StepMade _, JobAnswer.ResizeBegun _ ->
                  throw new IllegalStateException(
                      "Expected an answer to a submission, but got " + answer + ".");
            });
  }

  private static String user(JobSpec spec) {
    return spec.submitter().name();
  }
}

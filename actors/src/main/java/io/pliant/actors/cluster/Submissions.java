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
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobOrders;
import io.pliant.core.job.JobState;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.spec.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
  private final ActorRef<JobIdSource.Command> ids;
  private final Duration within;
  private final InstantSource clock;
  private final ClusterSharding sharding;
  private final RepeatedAsk repeated;
  private final RefusedUsers refused = new RefusedUsers();

  Submissions(
      ActorSystem<?> system,
      ActorRef<JobIdSource.Command> ids,
      Duration within,
      InstantSource clock) {
    this.system = system;
    this.ids = ids;
    this.within = within;
    this.clock = clock;
    this.sharding = ClusterSharding.get(system);
    this.repeated = new RepeatedAsk(system);
  }

  /** Completes when the job is durable and queued, or with why it is not. */
  CompletionStage<Answer<JobId>> submit(JobSpec spec) {
    CompletionStage<JobId> id =
        AskPattern.ask(
            ids,
            to -> new JobIdSource.NextId(spec.array() == null ? 1 : spec.array().numbers(), to),
            within,
            system.scheduler());
    return id.thenCompose(job ->
        refused.contains(user(spec), clock.instant()) ? consider(job, spec) : write(job, spec));
  }

  /** When a job would start, or why its partition would refuse it. */
  CompletionStage<Answer<StartEntry>> check(JobSpec spec) {
    boolean ahead = spec.dependency() == null;
    return wouldSay(NOBODY, spec, ahead)
        .thenApply(said ->
            said.reply() instanceof PartitionReply.Refused(Refusal refusal)
                ? new Answer.Rejected<>(refusal)
                : new Answer.Accepted<>(start(said, ahead)));
  }

  private static StartEntry start(PartitionAnswer.WouldSay said, boolean ahead) {
    StartEntry start = said.start();
    if (start != null) {
      return start;
    }
    return said.reply() instanceof PartitionReply.DuplicateOf(JobId original)
        ? StartEntry.original(original)
        : StartEntry.unknown(
            ahead ? "the controller of its partition is older" : "it waits for other jobs");
  }

  private CompletionStage<PartitionAnswer.WouldSay> wouldSay(
      JobId job, JobSpec spec, boolean ahead) {
    Instant now = clock.instant();
    QueuedJob queued =
        JobOrders.queued(JobState.unknown(job).evolve(new JobEvent.JobSubmitted(job, spec, now)));
    return repeated
        .<PartitionCommand, PartitionAnswer>ask(
            sharding.entityRefFor(EntityKeys.PARTITION, spec.partition().value()),
            to -> new PartitionCommand.Consider(queued, ahead, to),
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
                  PartitionReply.Resizes _ ->
                  write(job, spec);
            });
  }

  private CompletionStage<Answer<JobId>> inVain(JobSpec spec, Answer<JobId> answer) {
    refused.add(user(spec), clock.instant());
    return CompletableFuture.completedStage(answer);
  }

  private CompletionStage<Answer<JobId>> write(JobId job, JobSpec spec) {
    return repeated
        .<JobCommand, JobAnswer>ask(
            sharding.entityRefFor(EntityKeys.JOB, job.toString()),
            to -> new JobCommand.Submit(spec, to),
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

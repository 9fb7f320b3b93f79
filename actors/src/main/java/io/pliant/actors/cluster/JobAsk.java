package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.SignalScope;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.actor.typed.ActorRef;

/** What is asked of one job, of the program that it runs, and of its partition about it. */
final class JobAsk {
  private final EntityAsk entities;
  private final Predicate<Submitter> operator;

  JobAsk(EntityAsk entities, Predicate<Submitter> operator) {
    this.entities = entities;
    this.operator = operator;
  }

  CompletionStage<Answer<JobDetails>> cancel(JobId job, Submitter by) {
    return entities
        .job(job, to -> new JobCommand.Cancel(by, operator.test(by), 0, to, null))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> signal(
      JobId job, Submitter by, int signal, SignalScope scope) {
    Function<ActorRef<JobAnswer>, JobCommand> command =
        to -> new JobCommand.Cancel(by, operator.test(by), signal, to, scope);
    return askOnce(job, command).thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> requeue(JobId job, Submitter by) {
    return askOnce(job, to -> new JobCommand.Requeue(by, operator.test(by), to))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held) {
    return entities
        .job(job, to -> new JobCommand.SetHeld(by, operator.test(by), held, to))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> adapt(JobId job, Submitter by, int nodes) {
    return entities
        .job(job, to -> new JobCommand.Adapt(by, operator.test(by), nodes, to))
        .thenCompose(answer ->
            answer instanceof JobAnswer.ResizeBegun
                ? job(job)
                : CompletableFuture.completedStage(EntityAsk.rejected(answer)));
  }

  CompletionStage<Answer<List<SizeChange>>> sizes(JobId job) {
    return askApplication(job, ApplicationCommand.GetChanges::new, ApplicationAnswer.Changes.class)
        .thenApply(answer -> answer.map(ApplicationAnswer.Changes::changes));
  }

  CompletionStage<Answer<List<PhaseSum>>> phases(JobId job) {
    return askApplication(
            job, ApplicationCommand.GetMeasures::new, ApplicationAnswer.Measures.class)
        .thenApply(answer -> answer.map(ApplicationAnswer.Measures::phases));
  }

  /** Asks the program of a job that there is. */
  private <A extends ApplicationAnswer> CompletionStage<Answer<A>> askApplication(
      JobId job,
      Function<ActorRef<ApplicationAnswer>, ApplicationCommand> question,
      Class<A> kind) {
    return job(job)
        .thenCompose(answer ->
            switch (answer) {
              case Answer.Accepted<JobDetails> _ ->
                  entities
                      .application(job, question)
                      .thenApply(said -> new Answer.Accepted<>(kind.cast(said)));
              case Answer.Rejected<JobDetails>(Refusal refusal) ->
                  CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
            });
  }

  CompletionStage<Answer<AdaptationStatus>> adaptation(JobId job) {
    return askApplication(job, ApplicationCommand.GetCurrent::new, ApplicationAnswer.Current.class)
        .thenApply(answer -> answer.map(ApplicationAnswer.Current::status));
  }

  CompletionStage<Answer<Integer>> createStep(JobId job, Submitter by, StepRequest request) {
    return askOnce(job, to -> new JobCommand.CreateStep(by, operator.test(by), request, to))
        .thenApply(answer ->
            answer instanceof JobAnswer.StepMade(int step)
                ? new Answer.Accepted<>(step)
                : EntityAsk.rejected(answer));
  }

  CompletionStage<Answer<StepDetails>> step(JobId job, int step) {
    return job(job)
        .thenApply(answer ->
            switch (answer) {
              case Answer.Accepted<JobDetails>(JobDetails details) -> step(details, step);
              case Answer.Rejected<JobDetails>(Refusal refusal) -> new Answer.Rejected<>(refusal);
            });
  }

  private static Answer<StepDetails> step(JobDetails job, int step) {
    for (StepDetails one : job.steps()) {
      if (one.step() == step) {
        return new Answer.Accepted<>(one);
      }
    }
    return new Answer.Rejected<>(
        Refusal.notFound("Job %s has no step %d.".formatted(job.job(), step)));
  }

  CompletionStage<Answer<JobDetails>> job(JobId job) {
    return entities.job(job, JobCommand.GetDetails::new).thenApply(JobAsk::details);
  }

  CompletionStage<Answer<WaitExplanation>> why(JobId job) {
    return job(job)
        .thenCompose(answer ->
            switch (answer) {
              case Answer.Accepted<JobDetails>(JobDetails details) -> why(details);
              case Answer.Rejected<JobDetails>(Refusal refusal) ->
                  CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
            });
  }

  private CompletionStage<Answer<WaitExplanation>> why(JobDetails details) {
    if (details.status().terminal()) {
      return CompletableFuture.completedStage(
          new Answer.Accepted<>(new WaitExplanation(details.job(), details.status())));
    }
    return entities
        .partition(details.spec().partition(), to -> new PartitionCommand.Why(details.job(), to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.Explanation(WaitExplanation explanation)
                ? new Answer.Accepted<>(explanation)
                : EntityAsk.rejected(answer));
  }

  /**
   * For what each message that arrives does once more: it is sent once; what is asked before is
   * repeated until it shows that the job has a living controller.
   */
  private CompletionStage<JobAnswer> askOnce(
      JobId job, Function<ActorRef<JobAnswer>, JobCommand> command) {
    return job(job).thenCompose(_ -> entities.jobOnce(job, command));
  }

  private static Answer<JobDetails> details(JobAnswer answer) {
    return answer instanceof JobAnswer.Details(JobDetails details)
        ? new Answer.Accepted<>(details)
        : EntityAsk.rejected(answer);
  }
}

package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.ArrayEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.JobIntent;
import io.pliant.core.job.SignalScope;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
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

  CompletionStage<Answer<JobDetails>> requeue(JobId job, Submitter by, boolean hold) {
    return askOnce(job, to -> new JobCommand.Requeue(by, operator.test(by), to, hold))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> change(JobId job, Submitter by, JobChange change) {
    return entities
        .job(job, to -> new JobCommand.Change(by, operator.test(by), change, to))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held) {
    return entities
        .job(job, to -> new JobCommand.SetHeld(by, operator.test(by), held, to))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<JobDetails>> setSuspended(JobId job, Submitter by, boolean still) {
    return entities
        .job(job, to -> new JobCommand.SetSuspended(by, operator.test(by), still, to))
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
    return job(job).thenApply(answer -> step(answer, step));
  }

  CompletionStage<Answer<StepDetails>> onlook(
      JobId job, Submitter by, int step, Onlooker onlooker) {
    JobIntent.Onlook intent = new JobIntent.Onlook(by, operator.test(by), step, onlooker);
    return askOnce(job, to -> new JobCommand.Onlook(intent, to))
        .thenApply(answer -> step(details(answer), step));
  }

  private static Answer<StepDetails> step(Answer<JobDetails> job, int step) {
    return switch (job) {
      case Answer.Accepted<JobDetails>(JobDetails details) -> step(details, step);
      case Answer.Rejected<JobDetails>(Refusal refusal) -> new Answer.Rejected<>(refusal);
    };
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
    return entities
        .job(job, JobCommand.GetDetails::new)
        .thenCompose(answer ->
            answer instanceof JobAnswer.Details(JobDetails details)
                    && details.spec().array() != null
                    && !details.status().terminal()
                ? standing(details)
                : CompletableFuture.completedStage(details(answer)));
  }

  /** An array with how its elements stand in its partition. */
  private CompletionStage<Answer<JobDetails>> standing(JobDetails array) {
    return entities
        .partition(array.spec().partition(), to -> new PartitionCommand.GetArray(array.job(), to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.ArrayStands(ArrayEntry stands) && stands != null
                ? new Answer.Accepted<>(array.with(stands))
                : new Answer.Accepted<>(array));
  }

  /** A job, or one element of an array. */
  CompletionStage<Answer<JobDetails>> job(JobRef ref) {
    Indices elements = ref.elements();
    return elements == null
        ? job(ref.job())
        : job(ref.job())
            .thenCompose(answer ->
                answer instanceof Answer.Accepted<JobDetails>(JobDetails array)
                    ? element(array, elements)
                    : CompletableFuture.completedStage(answer));
  }

  private CompletionStage<Answer<JobDetails>> element(JobDetails whole, Indices elements) {
    JobArray array = whole.spec().array();
    if (elements.count() > 1) {
      return rejected(Refusal.invalid("Expected one element of an array, as in 12_7."));
    }
    int place = array == null ? -1 : array.indices().placeOf(elements.lowest());
    if (array == null || place < 0) {
      return rejected(
          Refusal.notFound(
              array == null
                  ? "Job %s is no array.".formatted(whole.job())
                  : "Array %s has no element %s; it has %s."
                      .formatted(whole.job(), elements.text(), array.indices().text())));
    }
    JobId number = JobArray.job(whole.job(), place);
    return job(number)
        .thenApply(answer ->
            answer instanceof Answer.Rejected<JobDetails>(Refusal refusal)
                    && refusal.kind() == Refusal.Kind.NOT_FOUND
                ? new Answer.Accepted<>(whole.element(number, array.element(whole.job(), place)))
                : answer);
  }

  private static CompletionStage<Answer<JobDetails>> rejected(Refusal refusal) {
    return CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
  }

  CompletionStage<Answer<JobDetails>> cancelElements(JobId array, Indices elements, Submitter by) {
    return entities
        .job(array, to -> new JobCommand.CancelElements(by, operator.test(by), elements, to))
        .thenApply(JobAsk::details);
  }

  CompletionStage<Answer<WaitExplanation>> why(JobRef job) {
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

package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.api.PowerGateway;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.actors.job.JobIdSource;
import io.pliant.actors.job.JobPayloads;
import io.pliant.actors.protocol.ApplicationAnswer;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;

/** The gateway over sharded entities and this controller's accounting read side. */
final class ShardedGateway implements ClusterGateway {
  private final ActorSystem<?> system;
  private final ClusterNodeSettings settings;
  private final Map<PartitionName, PartitionSettings> partitions;
  private final PartitionMap nodes;
  private final Submissions submissions;
  private final ReadSide readSide;
  private final JobPayloads payloads;
  private final UnsentMessages unsent;
  private final ClusterListings listings;
  private final ClusterSharding sharding;
  private final RepeatedAsk repeated;
  private final CorridorAsk corridor;
  private final Duration within;

  /** What of this controller the gateway answers from. */
  record Sources(
      ActorRef<JobIdSource.Command> ids,
      ReadSide readSide,
      JobPayloads payloads,
      UnsentMessages unsent) {}

  ShardedGateway(
      ActorSystem<?> system,
      ClusterNodeSettings settings,
      Map<PartitionName, PartitionSettings> partitions,
      Sources sources) {
    this.system = system;
    this.settings = settings;
    this.partitions = partitions;
    this.nodes = PartitionMap.of(settings.partitions());
    this.readSide = sources.readSide();
    this.payloads = sources.payloads();
    this.unsent = sources.unsent();
    this.sharding = ClusterSharding.get(system);
    this.repeated = new RepeatedAsk(system);
    this.within = settings.timing().request();
    this.submissions = new Submissions(system, sources.ids(), within, InstantSource.system());
    this.listings = new ClusterListings(partitions.keySet(), this::askPartition);
    this.corridor = new CorridorAsk(sharding, repeated, within, this::operator);
  }

  @Override
  public CompletionStage<Answer<JobId>> submit(JobSpec spec) {
    if (!partitions.containsKey(spec.partition())) {
      return CompletableFuture.completedStage(
          new Answer.Rejected<>(
              Refusal.invalid(
                  "Expected one of the partitions %s, but got '%s'."
                      .formatted(partitions.keySet(), spec.partition()))));
    }
    return submissions.submit(spec);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> cancel(JobId job, Submitter by, int signal) {
    Function<ActorRef<JobAnswer>, JobCommand> command =
        to -> new JobCommand.Cancel(by, operator(by), signal, to);
    return (signal == 0 ? askJob(job, command) : askOnce(job, command))
        .thenApply(ShardedGateway::details);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held) {
    return askJob(job, to -> new JobCommand.SetHeld(by, operator(by), held, to))
        .thenApply(ShardedGateway::details);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> adapt(JobId job, Submitter by, int nodes) {
    return askJob(job, to -> new JobCommand.Adapt(by, operator(by), nodes, to))
        .thenCompose(answer ->
            answer instanceof JobAnswer.ResizeBegun
                ? job(job)
                : CompletableFuture.completedStage(rejected(answer)));
  }

  @Override
  public CompletionStage<Answer<List<SizeChange>>> sizes(JobId job) {
    return askApplication(job, ApplicationCommand.GetChanges::new, ApplicationAnswer.Changes.class)
        .thenApply(answer -> answer.map(ApplicationAnswer.Changes::changes));
  }

  @Override
  public CompletionStage<Answer<List<PhaseSum>>> phases(JobId job) {
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
                  sharding
                      .entityRefFor(EntityKeys.APPLICATION, job.toString())
                      .<ApplicationAnswer>ask(question::apply, within)
                      .thenApply(said -> new Answer.Accepted<>(kind.cast(said)));
              case Answer.Rejected<JobDetails>(Refusal refusal) ->
                  CompletableFuture.completedStage(new Answer.Rejected<>(refusal));
            });
  }

  @Override
  public CompletionStage<Answer<AdaptationStatus>> adaptation(JobId job) {
    return askApplication(job, ApplicationCommand.GetCurrent::new, ApplicationAnswer.Current.class)
        .thenApply(answer -> answer.map(ApplicationAnswer.Current::status));
  }

  @Override
  public CompletionStage<Answer<Integer>> createStep(JobId job, Submitter by, StepRequest request) {
    return askOnce(job, to -> new JobCommand.CreateStep(by, operator(by), request, to))
        .thenApply(answer ->
            answer instanceof JobAnswer.StepMade(int step)
                ? new Answer.Accepted<>(step)
                : rejected(answer));
  }

  @Override
  public CompletionStage<Answer<StepDetails>> step(JobId job, int step) {
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

  @Override
  public CompletionStage<Answer<JobDetails>> job(JobId job) {
    return askJob(job, JobCommand.GetDetails::new).thenApply(ShardedGateway::details);
  }

  @Override
  public CompletionStage<JobSpec> spec(JobId job) {
    return payloads.spec(job);
  }

  @Override
  public CompletionStage<List<QueueEntry>> queue(
      @Nullable PartitionName partition, QueueFilter filter) {
    return listings.queue(partition, filter);
  }

  @Override
  public CompletionStage<Answer<WaitExplanation>> why(JobId job) {
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
    return askPartition(
            details.spec().partition(), to -> new PartitionCommand.Why(details.job(), to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.Explanation(WaitExplanation explanation)
                ? new Answer.Accepted<>(explanation)
                : rejected(answer));
  }

  @Override
  public CompletionStage<List<NodeEntry>> nodes() {
    return listings.nodes();
  }

  @Override
  public CompletionStage<List<PartitionEntry>> partitions() {
    return listings.partitions();
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> drain(NodeName node, Submitter by, String reason) {
    return changeNode(node, by, (name, to) -> new PartitionCommand.Drain(name, reason, by, to));
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> resume(NodeName node, Submitter by) {
    return changeNode(node, by, (name, to) -> new PartitionCommand.Resume(name, by, to));
  }

  private CompletionStage<Answer<NodeEntry>> changeNode(
      NodeName node,
      Submitter by,
      BiFunction<NodeName, ActorRef<PartitionAnswer>, PartitionCommand> command) {
    if (!operator(by)) {
      return CompletableFuture.completedStage(
          new Answer.Rejected<>(
              Refusal.forbidden(
                  "Expected an operator (controller.operators), but %s is none."
                      .formatted(by.name()))));
    }
    PartitionName partition = nodes.partitionOf(node);
    if (partition == null) {
      return CompletableFuture.completedStage(
          new Answer.Rejected<>(Refusal.notFound("No partition has a node '%s'.".formatted(node))));
    }
    return askPartition(partition, to -> command.apply(node, to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.OneNode(NodeEntry entry)
                ? new Answer.Accepted<>(entry)
                : rejected(answer));
  }

  @Override
  public PowerGateway power() {
    return corridor;
  }

  @Override
  public RegisterGateway register() {
    return new RegisterAsk(sharding, repeated, nodes, within, this::operator);
  }

  @Override
  public CompletionStage<List<HistoryEntry>> history(HistoryQuery query) {
    return readSide.history(query);
  }

  @Override
  public CompletionStage<JobEnergyEntry> energy(JobId job) {
    return readSide.energy(job).thenApply(energy -> JobEnergyEntry.of(job, energy));
  }

  @Override
  public CompletionStage<List<JobEventEntry>> events(long cursor, int limit) {
    return readSide.events(cursor, limit);
  }

  @Override
  public CompletionStage<ControllerStatus> status() {
    return CompletableFuture.completedStage(MembershipStatus.of(system, settings, unsent));
  }

  private boolean operator(Submitter by) {
    return settings.operators().contains(by.name());
  }

  private CompletionStage<JobAnswer> askJob(
      JobId job, Function<ActorRef<JobAnswer>, JobCommand> command) {
    return repeated.ask(sharding.entityRefFor(EntityKeys.JOB, job.toString()), command, within);
  }

  /**
   * For what each message that arrives does once more: it is sent once; what is asked before is
   * repeated until it shows that the job has a living controller.
   */
  private CompletionStage<JobAnswer> askOnce(
      JobId job, Function<ActorRef<JobAnswer>, JobCommand> command) {
    return job(job)
        .thenCompose(_ ->
            sharding
                .entityRefFor(EntityKeys.JOB, job.toString())
                .<JobAnswer>ask(command::apply, within));
  }

  private CompletionStage<PartitionAnswer> askPartition(
      PartitionName partition, Function<ActorRef<PartitionAnswer>, PartitionCommand> command) {
    return repeated.ask(
        sharding.entityRefFor(EntityKeys.PARTITION, partition.value()), command, within);
  }

  private static Answer<JobDetails> details(JobAnswer answer) {
    return answer instanceof JobAnswer.Details(JobDetails details)
        ? new Answer.Accepted<>(details)
        : rejected(answer);
  }

  private static <T> Answer<T> rejected(JobAnswer answer) {
    return answer instanceof JobAnswer.Refused(Refusal refusal)
        ? new Answer.Rejected<>(refusal)
        : unexpected(answer);
  }

  private static <T> Answer<T> rejected(PartitionAnswer answer) {
    return answer instanceof PartitionAnswer.Refused(Refusal refusal)
        ? new Answer.Rejected<>(refusal)
        : unexpected(answer);
  }

  private static <T> T unexpected(Object answer) {
    throw new IllegalStateException("Expected another kind of answer, but got " + answer + ".");
  }
}

package io.pliant.actors.cluster;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.ClusterGateway;
import io.pliant.actors.api.HistoryQuery;
import io.pliant.actors.api.PowerGateway;
import io.pliant.actors.api.PriorityGateway;
import io.pliant.actors.api.RegisterGateway;
import io.pliant.actors.api.ReservationGateway;
import io.pliant.actors.job.JobIdSource;
import io.pliant.actors.job.JobPayloads;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.ControllerStatus;
import io.pliant.api.EventCursor;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.api.StartEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.WaitExplanation;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.job.SignalScope;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import io.pliant.core.partition.PartitionMap;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.QueueFilter;
import io.pliant.core.partition.QueueText;
import io.pliant.core.spec.JobChange;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Submitter;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
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
  private final EntityAsk entities;
  private final JobAsk jobs;

  /** What of this controller the gateway answers from. */
  record Sources(
      List<ActorRef<JobIdSource.Command>> ids,
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
    this.entities = new EntityAsk(sharding, repeated, within);
    this.jobs = new JobAsk(entities, this::operator);
    this.submissions =
        new Submissions(system, settings.groups(), sources.ids(), within, InstantSource.system());
    this.listings = new ClusterListings(partitions.keySet(), entities::partition);
    this.corridor = new CorridorAsk(sharding, repeated, within, this::operator);
  }

  @Override
  public CompletionStage<Answer<JobId>> submit(JobSpec spec) {
    Refusal unknown = unknownPartition(spec);
    return unknown == null
        ? submissions.submit(limited(spec))
        : CompletableFuture.completedStage(new Answer.Rejected<>(unknown));
  }

  @Override
  public CompletionStage<Answer<StartEntry>> check(JobSpec spec) {
    Refusal unknown = unknownPartition(spec);
    return unknown == null
        ? submissions.check(limited(spec))
        : CompletableFuture.completedStage(new Answer.Rejected<>(unknown));
  }

  private @Nullable Refusal unknownPartition(JobSpec spec) {
    for (PartitionName partition : Submissions.partitions(spec)) {
      if (!partitions.containsKey(partition)) {
        return Refusal.invalid(
            "Expected one of the partitions %s, but got '%s'."
                .formatted(partitions.keySet(), partition));
      }
    }
    return null;
  }

  /** A pack in several partitions has one limit in all of them. */
  private JobSpec limited(JobSpec spec) {
    PartitionSettings leading = partitions.get(spec.partition());
    return spec.resources().spread() == null || spec.timeLimit() != null || leading == null
        ? spec
        : spec.withTimeLimit(leading.defaultTime());
  }

  @Override
  public CompletionStage<Answer<JobDetails>> cancel(JobId job, Submitter by) {
    return jobs.cancel(job, by);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> signal(
      JobId job, Submitter by, int signal, SignalScope scope) {
    return jobs.signal(job, by, signal, scope);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> requeue(JobId job, Submitter by, boolean hold) {
    return jobs.requeue(job, by, hold);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> change(JobId job, Submitter by, JobChange change) {
    return jobs.change(job, by, change);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> setHeld(JobId job, Submitter by, boolean held) {
    return jobs.setHeld(job, by, held);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> setSuspended(JobId job, Submitter by, boolean still) {
    return jobs.setSuspended(job, by, still);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> adapt(JobId job, Submitter by, int nodes) {
    return jobs.adapt(job, by, nodes);
  }

  @Override
  public CompletionStage<Answer<List<SizeChange>>> sizes(JobId job) {
    return jobs.sizes(job);
  }

  @Override
  public CompletionStage<Answer<List<PhaseSum>>> phases(JobId job) {
    return jobs.phases(job);
  }

  @Override
  public CompletionStage<Answer<AdaptationStatus>> adaptation(JobId job) {
    return jobs.adaptation(job);
  }

  @Override
  public CompletionStage<Answer<StepDetails>> onlook(
      JobId job, Submitter by, int step, Onlooker onlooker) {
    return jobs.onlook(job, by, step, onlooker);
  }

  @Override
  public CompletionStage<Answer<Integer>> createStep(JobId job, Submitter by, StepRequest request) {
    return jobs.createStep(job, by, request);
  }

  @Override
  public CompletionStage<Answer<StepDetails>> step(JobId job, int step) {
    return jobs.step(job, step);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> job(JobId job) {
    return jobs.job(job);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> job(JobRef job) {
    return jobs.job(job);
  }

  @Override
  public CompletionStage<Answer<JobDetails>> cancelElements(
      JobId array, Indices elements, Submitter by) {
    return jobs.cancelElements(array, elements, by);
  }

  @Override
  public CompletionStage<Answer<WaitExplanation>> why(JobRef job) {
    return jobs.why(job);
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
  public CompletionStage<QueueWindow> queueWindow(
      @Nullable PartitionName partition,
      QueueFilter filter,
      QueueText text,
      long offset,
      int limit) {
    return listings.window(partition, new QueueWindows.Wanted(filter, text), offset, limit);
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
    return ofNode(node, command);
  }

  @Override
  public CompletionStage<Answer<NodeEntry>> node(NodeName node) {
    return ofNode(node, PartitionCommand.GetNode::new);
  }

  @Override
  public CompletionStage<OutputAnswer> output(
      NodeName node, Submitter owner, String path, long offset) {
    return entities
        .node(
            node,
            to ->
                new NodeCommand.ReadOutput(
                    new OutputQuestion(0, owner.name(), owner.uid(), owner.gid(), path, offset),
                    to))
        .thenApply(NodeCommand.OutputTold::answer);
  }

  private CompletionStage<Answer<NodeEntry>> ofNode(
      NodeName node, BiFunction<NodeName, ActorRef<PartitionAnswer>, PartitionCommand> command) {
    PartitionName partition = nodes.partitionOf(node);
    if (partition == null) {
      return CompletableFuture.completedStage(
          new Answer.Rejected<>(Refusal.notFound("No partition has a node '%s'.".formatted(node))));
    }
    return entities
        .partition(partition, to -> command.apply(node, to))
        .thenApply(answer ->
            answer instanceof PartitionAnswer.OneNode(NodeEntry entry)
                ? new Answer.Accepted<>(entry)
                : EntityAsk.rejected(answer));
  }

  @Override
  public PowerGateway power() {
    return corridor;
  }

  @Override
  public PriorityGateway priorities() {
    return listings;
  }

  @Override
  public ReservationGateway reservations() {
    return new ReservationAsk(partitions.keySet(), listings, entities::partition, this::operator);
  }

  @Override
  public RegisterGateway register() {
    return new RegisterAsk(sharding, repeated, nodes, within, this::operator);
  }

  @Override
  public CompletionStage<Answer<List<HistoryEntry>>> history(HistoryQuery query) {
    return readSide.history(query);
  }

  @Override
  public CompletionStage<JobEnergyEntry> energy(JobId job) {
    return readSide.energy(job).thenApply(energy -> JobEnergyEntry.of(job, energy));
  }

  @Override
  public CompletionStage<List<JobEventEntry>> events(EventCursor cursor, int limit) {
    return readSide.events(cursor, limit);
  }

  @Override
  public CompletionStage<EventCursor> latestEvent() {
    return readSide.latest();
  }

  @Override
  public CompletionStage<ControllerStatus> status() {
    return CompletableFuture.completedStage(MembershipStatus.of(system, settings, unsent));
  }

  private boolean operator(Submitter by) {
    return settings.operators().contains(by.name());
  }
}

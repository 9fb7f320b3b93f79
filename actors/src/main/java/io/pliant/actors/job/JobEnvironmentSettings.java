package io.pliant.actors.job;

import io.pliant.actors.protocol.EntityTiming;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.JobPayload;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobOrder;
import io.pliant.core.job.JobState;
import io.pliant.core.job.Mail;
import io.pliant.core.job.Packs;
import io.pliant.core.job.RequeueRules;
import io.pliant.core.job.Standstill;
import io.pliant.core.job.StepLimits;
import io.pliant.core.launch.LaunchTerms;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.StepLaunches;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What every job entity of a controller needs from its surroundings.
 *
 * @param clusterName name of the cluster, for jobs' environments
 * @param controller name of this controller
 * @param partitions settings by partition
 * @param payloads scripts and environments of its jobs
 * @param steps how many steps a job may have
 * @param timing the clocks of all entities
 * @param requeues when an attempt that came to nothing is repeated
 * @param limitMargin time past limit and kill grace after which a job is ended from here
 * @param post takes mails that are due, at once and from any thread
 */
public record JobEnvironmentSettings(
    String clusterName,
    String controller,
    Map<PartitionName, PartitionSettings> partitions,
    Peers peers,
    Clock clock,
    JobPayloads payloads,
    StepLimits steps,
    EntityTiming timing,
    RequeueRules requeues,
    Duration limitMargin,
    Consumer<Mail> post) {

  /** A limit beyond it is none; a timer for more could not be set. */
  private static final Duration ENDLESS = Duration.ofDays(240);

  Duration remindEvery() {
    return timing.remind();
  }

  Duration idleAfter() {
    return timing.idle();
  }

  Duration overAfter() {
    return timing.over();
  }

  Duration restartAfter() {
    return timing.restart();
  }

  /** Carries out one order that needs no payload. */
  void send(JobState state, JobOrder order) {
    switch (order) {
      case JobOrder.ToPartition o -> toPartition(state, o.intent());
      case JobOrder.AskTarget o ->
          peers.tell(
              o.target(),
              new JobCommand.Watch(
                  state.job(), o.elements(), state.submittedSpec().submitter().uid()));
      case JobOrder.Launch o ->
          throw new IllegalStateException("Expected a payload with launch " + o + ".");
      case JobOrder.Ask o -> peers.tell(o.node(), new NodeCommand.SendAsk(o.step(), null, null));
      case JobOrder.SetTerms o ->
          peers.tell(o.node(), new NodeCommand.SendAsk(o.step(), stepTerms(state, o), null));
      case JobOrder.Show o ->
          peers.tell(o.node(), new NodeCommand.SendAsk(o.step(), null, o.onlooker()));
      case JobOrder.Terminate o ->
          peers.tell(
              o.node(),
              new NodeCommand.SendTerminate(
                  o.step(), o.signal(), state.term() == 0 ? null : state.termOf(o.node())));
      case JobOrder.Confirm o ->
          peers.tell(o.node(), new NodeCommand.SendConfirm(o.step(), o.ended()));
    }
  }

  /** A job that nobody has submitted may be held by any partition: all are told to let go. */
  private void toPartition(JobState state, PartitionIntent.OfJob intent) {
    if (state.spec() != null) {
      Packs.toEach(state, intent)
          .forEach((name, own) -> peers.tell(name, new PartitionCommand.OfJob(own)));
    } else {
      partitions.keySet().forEach(name -> peers.tell(name, new PartitionCommand.OfJob(intent)));
    }
  }

  /** Orders a launch. */
  void launch(JobState state, JobOrder.Launch order, JobPayload payload) {
    StepState step = Objects.requireNonNull(state.steps().get(order.step().step()));
    NodeName node = step.plan().nodes().get(order.nodeIndex());
    JobSpec spec = state.submittedSpec().withPayloadOf(payload.spec()); // it may have been changed
    Allocation allocation = Objects.requireNonNull(state.allocation());
    StepLaunch launch =
        StepLaunches.of(
            state.job(),
            spec,
            order.step(),
            allocation,
            payload.whole(step.plan()),
            order.nodeIndex(),
            terms(state, spec, node));
    peers.tell(node, new NodeCommand.SendLaunch(launch));
  }

  private StepTerms stepTerms(JobState state, JobOrder.SetTerms order) {
    Duration limit = limit(state);
    Instant start = Objects.requireNonNull(state.allocatedAt());
    Standstill still = state.run().still();
    return new StepTerms(
        order.number(),
        limit == null || still.lasts()
            ? null
            : (Long) left(limit, start.plus(still.before()), clock.instant()).toMillis(),
        state.termOf(order.node()),
        still.lasts() ? true : null);
  }

  private LaunchTerms terms(JobState state, JobSpec spec, NodeName node) {
    PartitionSettings partition = partitions.get(spec.partition());
    Instant start = Objects.requireNonNull(state.allocatedAt());
    Duration limit = limit(spec, partition);
    Instant counts = start.plus(state.run().still().before());
    PartitionName ofNode = Packs.partitionOf(state, node);
    PartitionSettings there = partitions.get(ofNode);
    return new LaunchTerms(
        ofNode,
        state.termOf(node),
        clusterName,
        limit == null ? null : counts.plus(limit),
        there == null ? 30 : there.killGraceSeconds(),
        start,
        limit == null ? null : left(limit, counts, clock.instant()));
  }

  /**
   * Time after which a job that was learnt to run now is ended from here, or null for never. The
   * node's supervisor keeps the limit to the second; this is for one that does not.
   */
  @Nullable Duration patience(JobState state) {
    PartitionSettings partition = partitions.get(state.submittedSpec().partition());
    Duration limit = limit(state);
    Standstill still = state.run().still();
    return limit == null || still.lasts()
        ? null
        : limit
            .plus(still.before())
            .plusSeconds(partition == null ? 30 : partition.killGraceSeconds())
            .plus(limitMargin);
  }

  /** Its time limit, or null for none. */
  @Nullable Duration limit(JobState state) {
    JobSpec spec = state.submittedSpec();
    Duration limit = limit(spec, partitions.get(spec.partition()));
    return limit == null || limit.compareTo(ENDLESS) > 0 ? null : limit;
  }

  /** Time limit of jobs of its partition that give none, or null when it is not known. */
  @Nullable Duration usualTime(JobState state) {
    JobSpec spec = state.spec();
    PartitionSettings partition = spec == null ? null : partitions.get(spec.partition());
    return partition == null ? null : partition.defaultTime();
  }

  private static @Nullable Duration limit(JobSpec spec, @Nullable PartitionSettings partition) {
    Duration limit = spec.timeLimit();
    return limit == null && partition != null ? partition.defaultTime() : limit;
  }

  /** Never more than the limit: the job may have been started by a clock that is ahead of ours. */
  static Duration left(Duration limit, Instant start, Instant now) {
    Duration used = Duration.between(start, now);
    if (used.isNegative()) {
      return limit;
    }
    return used.compareTo(limit) > 0 ? Duration.ZERO : limit.minus(used);
  }
}

package io.pliant.core.partition;

import io.pliant.core.energy.CountedEnergy;
import io.pliant.core.energy.EnergyBook;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionEvent.EnergyCounted;
import io.pliant.core.partition.PartitionEvent.JobEnergyCounted;
import io.pliant.core.partition.PartitionEvent.JobEnqueued;
import io.pliant.core.partition.PartitionEvent.JobHeldChanged;
import io.pliant.core.partition.PartitionEvent.JobWithdrawn;
import io.pliant.core.partition.PartitionEvent.NodesAllocated;
import io.pliant.core.partition.PartitionEvent.NodesReleased;
import io.pliant.core.partition.PartitionEvent.TermStarted;
import io.pliant.core.placement.Feasibility;
import io.pliant.core.plan.Decision;
import io.pliant.core.pool.PoolSight;
import io.pliant.core.priority.UserHistory;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.spec.TimeLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a partition: pure, total and idempotent. An intent that is already fulfilled yields
 * the same reply and no event, so every sender may repeat itself.
 */
public final class PartitionLifecycle {
  private final PartitionSettings settings;
  private final NodeRules nodes;
  private final PoolSight pool;

  /** Of a partition that knows nothing of others. */
  public PartitionLifecycle(PartitionSettings settings) {
    this(settings, new PoolSight(settings.pool(), Collections.emptySortedMap()));
  }

  private PartitionLifecycle(PartitionSettings settings, PoolSight pool) {
    this.settings = settings;
    this.nodes = new NodeRules(settings);
    this.pool = pool;
  }

  /** The same, with what is known now of the others of its pool. */
  public PartitionLifecycle seeing(PoolSight others) {
    return new PartitionLifecycle(settings, others);
  }

  public PartitionOutcome decide(PartitionState state, PartitionIntent intent, Instant now) {
    return switch (intent) {
      case PartitionIntent.Enqueue i -> enqueue(state, i.job(), now);
      case PartitionIntent.Release i ->
          DependencyRules.withTelling(state, i, release(state, i, now), now);
      case PartitionIntent.EndElements i -> ArrayRules.end(state, i, now);
      case PartitionIntent.EndTelling i -> DependencyRules.endTelling(state, i, now);
      case PartitionIntent.WatchElements i -> ArrayRules.watch(state, i, now);
      case PartitionIntent.Revise i -> RevisionRules.revise(state, i, now);
      case PartitionIntent.SetHeld i -> setHeld(state, i, now);
      case PartitionIntent.NodeSeen i -> nodes.seen(state, i, now);
      case PartitionIntent.NodeLost i -> nodes.lost(state, i, now);
      case PartitionIntent.Drain i -> nodes.drain(state, i, now);
      case PartitionIntent.Resume i -> nodes.resume(state, i, now);
      case PartitionIntent.RemoveNode i -> NodeRemovals.decide(state, i, now);
      case PartitionIntent.Reserve i -> ReservationRules.reserve(state, i, now);
      case PartitionIntent.DeleteReservation i -> ReservationRules.delete(state, i, now);
      case PartitionIntent.BeginTerm i -> {
        long term = Math.max(state.term() + 1, ClusterEpoch.firstTerm(i.epoch()));
        yield PartitionOutcome.of(new PartitionReply.Done(), new TermStarted(term, now));
      }
      case PartitionIntent.StartJobs i -> start(state, i, now);
      case PartitionIntent.KeepPromises i -> PolicyMemory.keep(state, i, now);
      case PartitionIntent.BeginResizes i -> ResizeRules.begin(state, i, now);
      case PartitionIntent.AskResize i -> ResizeRules.ask(state, i, now);
      case PartitionIntent.CloseResize i -> ResizeRules.close(state, i, now);
      case PartitionIntent.ReturnNode i -> ResizeRules.returned(state, i, now);
      case PartitionIntent.CountEnergy i -> count(state, i.part(), now);
    };
  }

  /**
   * Follows on what is durable, or is refused: what was counted by an incarnation whose write
   * failed is told again and counted anew. With the end of each account that it is the last part
   * of.
   */
  private static PartitionOutcome count(PartitionState state, CountedEnergy part, Instant now) {
    EnergyBook book = state.energy();
    if (!part.nodes().stream().allMatch(book::isNext)) {
      return PartitionOutcome.of(
          new PartitionReply.Refused(
              Refusal.conflict(
                  "Expected energy that follows on what is counted, but it does not.")));
    }
    TreeSet<AttemptId> complete = new TreeSet<>();
    part.nodes().forEach(count -> complete.addAll(book.tenantsOn(count.node())));
    complete.removeAll(book.counted(part.nodes()).tenancies().keySet());
    List<PartitionEvent> events = new ArrayList<>();
    events.add(
        new EnergyCounted(
            part.nodes(), part.shares(), now, part.steps().isEmpty() ? null : part.steps()));
    complete.forEach(
        tenant -> events.add(new JobEnergyCounted(tenant.job(), tenant.attempt(), now)));
    return new PartitionOutcome(events, new PartitionReply.Done());
  }

  private PartitionOutcome enqueue(PartitionState state, QueuedJob job, Instant now) {
    Grant grant = state.grants().get(job.job());
    QueuedJob waiting = state.waiting(job.job());
    if ((grant != null && grant.attempt() >= job.attempt())
        || (waiting != null && waiting.attempt() >= job.attempt())
        || state.arrays().containsKey(job.job())) {
      return RevisionRules.told(state, job, now);
    }
    Admission admission = new Admission(settings, state, now);
    JobId original = admission.original(job);
    if (original != null && !original.equals(job.job())) {
      return PartitionOutcome.of(new PartitionReply.DuplicateOf(original));
    }
    String refusal = job.attempt() > 1 ? null : refusal(state, job, admission, now);
    if (refusal != null) {
      return PartitionOutcome.of(new PartitionReply.Refused(Refusal.invalid(refusal)));
    }
    QueuedJob complete = job.timeLimit() == null ? job.withTimeLimit(settings.defaultTime()) : job;
    List<PartitionEvent> events = new ArrayList<>();
    long rank = state.nextRank();
    if (grant != null) {
      events.add(released(state, grant, new PartitionIntent.Release(job.attemptId(), null), now));
      rank = grant.rank();
    } else if (waiting != null) {
      events.add(new JobWithdrawn(job.job(), "superseded by attempt " + job.attempt(), now));
      Long kept = state.ranks().get(job.job());
      rank = kept != null && job.resources().spread() != null ? kept : rank;
    }
    String key = job.submissionKey();
    Instant keysSince = key == null ? null : admission.keysSince(key);
    events.add(new JobEnqueued(complete, rank, now, keysSince));
    events.addAll(nodes.faulted(state, job, now));
    return new PartitionOutcome(events, new PartitionReply.Queued());
  }

  private @Nullable String refusal(
      PartitionState state, QueuedJob job, Admission admission, Instant now) {
    String overLimits = state.knows(job.job()) ? null : admission.refusal(job);
    if (overLimits != null) {
      return overLimits;
    }
    Duration limit = job.timeLimit();
    Duration max = settings.maxTime();
    if (limit != null && max != null && limit.compareTo(max) > 0) {
      return "Expected a time limit of at most %s in partition %s, but got %s; lower --time."
          .formatted(TimeLimit.format(max), settings.name(), TimeLimit.format(limit));
    }
    String late = Deadlines.refuse(job, limit == null ? settings.defaultTime() : limit, now);
    if (late != null) {
      return late;
    }
    String unlicensed = LicenceRules.refuse(settings, job.resources());
    if (unlicensed != null) {
      return unlicensed;
    }
    NodeChoice choice = job.resources().choice();
    if (choice != null || job.resources().isPack()) {
      String barred = ReservationRules.refuse(settings, state, job, now);
      TreeMap<NodeName, NodeCapacity> named = new TreeMap<>();
      state.nodes().values().forEach(node -> named.put(node.name(), node.capacity()));
      return barred != null
          ? barred
          : atHome(
              job,
              Feasibility.refuse(
                  settings.name(), ReservationRules.among(state, job.resources()), named));
    }
    List<NodeCapacity> capacities =
        state.nodes().values().stream().map(NodeRecord::capacity).toList();
    String here = Feasibility.refuse(settings.name(), job.resources(), capacities);
    return here == null || !LeaseRules.mayBorrow(job) || !pool.serves(job.resources())
        ? atHome(job, here)
        : pool.refuse(
            here,
            job.resources(),
            capacities.size(),
            capacities.isEmpty() ? null : capacities.getFirst());
  }

  /** A refusal that says why other partitions of the pool do not help. */
  private @Nullable String atHome(QueuedJob job, @Nullable String refusal) {
    return refusal == null ? null : pool.atHome(refusal, LeaseRules.homebound(job));
  }

  private PartitionOutcome release(
      PartitionState state, PartitionIntent.Release release, Instant now) {
    AttemptId over = release.attempt();
    Grant grant = state.grants().get(over.job());
    if (grant != null && grant.attempt() <= over.attempt()) {
      return PartitionOutcome.of(new PartitionReply.Done(), released(state, grant, release, now));
    }
    QueuedJob waiting = state.waiting(over.job());
    if (waiting != null && waiting.attempt() <= over.attempt()) {
      return PartitionOutcome.of(
          new PartitionReply.Done(),
          new JobWithdrawn(over.job(), "ended while waiting", now, release.ended()));
    }
    if (state.arrays().containsKey(over.job())) {
      return PartitionOutcome.of(
          new PartitionReply.Done(),
          new JobWithdrawn(over.job(), "all its elements are over", now));
    }
    return PartitionOutcome.of(new PartitionReply.Done());
  }

  private NodesReleased released(
      PartitionState state, Grant grant, PartitionIntent.Release release, Instant now) {
    UserHistory before = state.users().of(grant.job().user());
    Duration halfLife = settings.priority().halfLife();
    double use = before == null ? 0 : before.useAt(now, halfLife);
    double held = Math.max(0, Duration.between(grant.start(), now).toMillis()) / 1e3;
    return new NodesReleased(
        grant.job().job(),
        grant.attempt(),
        now,
        release.ended(),
        use + held * grant.allocation().cpus(),
        release.exit());
  }

  private PartitionOutcome setHeld(
      PartitionState state, PartitionIntent.SetHeld intent, Instant now) {
    QueuedJob waiting = state.waiting(intent.job());
    if (waiting == null && !intent.held() && state.grants().containsKey(intent.job())) {
      return PartitionOutcome.of(new PartitionReply.Done()); // let go before, and started since
    }
    if (waiting == null) {
      return PartitionOutcome.of(
          new PartitionReply.Refused(
              Refusal.conflict(
                  "Expected job %s to be waiting, but it is not in the queue of partition %s."
                      .formatted(intent.job(), settings.name()))));
    }
    return waiting.held() == intent.held()
        ? PartitionOutcome.of(new PartitionReply.Done())
        : PartitionOutcome.of(
            new PartitionReply.Done(), new JobHeldChanged(intent.job(), intent.held(), now));
  }

  private static PartitionOutcome start(
      PartitionState state, PartitionIntent.StartJobs intent, Instant now) {
    List<PartitionEvent> events = new ArrayList<>();
    UnitChoice units = new UnitChoice(state);
    for (Decision.Start start : intent.starts()) {
      QueuedJob waiting = state.waiting(start.job());
      if (waiting != null) {
        Allocation named = units.named(start.allocation());
        events.add(
            new NodesAllocated(start.job(), waiting.attempt(), named, now, start.reference()));
      }
    }
    return new PartitionOutcome(events, new PartitionReply.Done());
  }
}

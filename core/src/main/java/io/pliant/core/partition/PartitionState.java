package io.pliant.core.partition;

import io.pliant.core.energy.EnergyBook;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.UserHistories;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.view.ClusterView;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.MapPSet;
import org.pcollections.TreePMap;

/**
 * The ledger of one partition: its nodes, its queue and its grants; the fold of its events.
 *
 * @param version number of events folded; the version of views
 * @param term fencing number of the newest incarnation, 0 before the first
 * @param nextRank rank of the next job to enter the queue
 * @param queue waiting jobs by rank
 * @param ranks rank of each waiting job
 * @param grants nodes held, by job
 * @param keys submission keys, for as long as a client may retry
 * @param users what is remembered of users for the order of the queue
 * @param energy up to where energy is counted, and who held what since then
 * @param loads jobs of queue and grants, counted by user
 * @param memory what the policy remembers from round to round
 * @param reservations nodes that are set aside, by name
 * @param arrays arrays of which not all is over, by number
 * @param telling jobs that are over and have not told all that wait for them; kept awake until then
 * @param leases nodes that it has lent, and nodes of others that its jobs have
 */
public record PartitionState(
    PartitionName name,
    long version,
    long term,
    long nextRank,
    TreePMap<NodeName, NodeRecord> nodes,
    TreePMap<Long, QueuedJob> queue,
    HashPMap<JobId, Long> ranks,
    TreePMap<JobId, Grant> grants,
    SubmissionKeys keys,
    UserHistories users,
    EnergyBook energy,
    UserLoads loads,
    PolicyMemory memory,
    TreePMap<String, Reservation> reservations,
    TreePMap<JobId, ArrayBook> arrays,
    MapPSet<JobId> telling,
    LeaseBook leases) {
  /** Keys remembered beyond those of live jobs, by events that do not say until when. */
  private static final int KEYS_BEFORE_TIMES = 4_000;

  public static PartitionState empty(PartitionName name) {
    return new PartitionState(
        name,
        0,
        0,
        1,
        TreePMap.empty(),
        TreePMap.empty(),
        HashTreePMap.empty(),
        TreePMap.empty(),
        SubmissionKeys.NONE,
        UserHistories.NONE,
        EnergyBook.EMPTY,
        UserLoads.NONE,
        PolicyMemory.NONE,
        TreePMap.empty(),
        TreePMap.empty(),
        HashTreePSet.empty(),
        LeaseBook.NONE);
  }

  /** The waiting entry of a job, or of an element of an array that has not started; or null. */
  public @Nullable QueuedJob waiting(JobId job) {
    Long rank = ranks.get(job);
    if (rank != null) {
      return queue.get(rank);
    }
    ArrayBook book = ArrayRules.bookOf(this, job);
    return book == null ? null : book.pending(job);
  }

  /** True when the job waits or holds nodes, or is an array that is not over. */
  public boolean knows(JobId job) {
    return ranks.containsKey(job) || grants.containsKey(job) || arrays.containsKey(job);
  }

  /** The state after one more event; the only place where the ledger changes. */
  public PartitionState evolve(PartitionEvent event) {
    PartitionState next =
        switch (event) {
          case PartitionEvent.TermStarted e ->
              with(e.term(), nextRank, nodes, queue, ranks, grants);
          case PartitionEvent.NodeRegistered e -> withNode(registered(e));
          case PartitionEvent.NodeWentDown e -> withNode(node(e.node()).down(e.reason()));
          case PartitionEvent.NodeCameUp e -> withNode(node(e.node()).cameUp());
          case PartitionEvent.NodeDrained e -> withNode(node(e.node()).drained(e.reason()));
          case PartitionEvent.NodeFaulted e -> withNode(node(e.node()).faulted(e.at()));
          case PartitionEvent.NodeClosed e ->
              withNode(node(e.node()).closed(new Closure(e.reason(), e.at(), e.probed())));
          case PartitionEvent.NodeOpened e -> withNode(node(e.node()).opened());
          case PartitionEvent.NodeResumed e -> withNode(node(e.node()).drained(null));
          case PartitionEvent.NodeRemoved e ->
              with(term, nextRank, nodes.minus(e.node()), queue, ranks, grants);
          case PartitionEvent.JobEnqueued e -> enqueued(e);
          case PartitionEvent.JobWithdrawn e ->
              ArrayRules.withdrawn(this, e).withoutWaiting(e.job());
          case PartitionEvent.ElementsEnding e -> ArrayRules.ending(this, e);
          case PartitionEvent.TellingBegun e -> telling(telling.plus(e.job()));
          case PartitionEvent.TellingEnded e -> telling(telling.minus(e.job()));
          case PartitionEvent.ElementsWatched e -> ArrayRules.watched(this, e);
          case PartitionEvent.JobHeldChanged e ->
              changed(e.job(), waiting -> waiting.withHeld(e.held()));
          case PartitionEvent.DependencyChanged e ->
              changed(e.job(), waiting -> waiting.with(e.standing()));
          case PartitionEvent.JobRevised e -> RevisionRules.revised(this, e);
          case PartitionEvent.NodesAllocated e -> GrantFolds.allocated(this, e);
          case PartitionEvent.NodesReleased e -> GrantFolds.released(this, e);
          case PartitionEvent.ResizeBegun e -> ResizeBook.begun(this, e);
          case PartitionEvent.ResizeClosed e ->
              ResizeBook.closed(this, e).with(memory.with(ResizeBook.pace(this, e)));
          case PartitionEvent.NodeReturned e -> ResizeBook.returned(this, e);
          case PartitionEvent.StartsPromised e -> with(memory.promised(e.promises()));
          case PartitionEvent.ReservationMade e -> ReservationRules.made(this, e);
          case PartitionEvent.ReservationDeleted e ->
              withReservations(reservations.minus(e.reservation()));
          case PartitionEvent.NodesLent e -> LeaseRules.lent(this, e);
          case PartitionEvent.NodesReturned e -> LeaseRules.returned(this, e);
          case PartitionEvent.LeaseNumbersUsed e -> withLeases(leases.numbersUsed(e));
          case PartitionEvent.EnergyCounted _,
              PartitionEvent.JobEnergyCounted _,
              PartitionEvent.LeaseDisowned _ ->
              this;
        };
    return next.at(version + 1, EnergyStays.after(this, next, event));
  }

  /** An immutable snapshot for a policy, the queue in order of submission. */
  public ClusterView view(Instant now) {
    return view(now, PriorityRule.SUBMISSION);
  }

  /** An immutable snapshot for a policy, the queue in the order of a rule. */
  public ClusterView view(Instant now, PriorityRule rule) {
    return view(now, rule, Collections.emptyMap(), Integer.MAX_VALUE);
  }

  /**
   * The same, up to the {@code most}-th of the waiting jobs that could start if no job ran.
   *
   * @param mtct measured time in communication over time in computation, by job
   */
  public ClusterView view(Instant now, PriorityRule rule, Map<JobId, Double> mtct, int most) {
    return new PartitionViews(this).whole(now, rule, mtct, most);
  }

  /** What the check of a plan looks at: the nodes, and of all jobs only those of the plan. */
  public ClusterView viewOf(Set<JobId> planned, Instant now) {
    return new PartitionViews(this).of(planned, now);
  }

  NodeRecord node(NodeName node) {
    return Objects.requireNonNull(nodes.get(node), () -> "unknown node " + node);
  }

  private NodeRecord registered(PartitionEvent.NodeRegistered event) {
    NodeRecord known = nodes.get(event.node());
    return known == null
        ? NodeRecord.registered(event.node(), event.capacity())
        : known.withCapacity(event.capacity());
  }

  private PartitionState enqueued(PartitionEvent.JobEnqueued event) {
    QueuedJob job = event.job();
    long rank = event.rank();
    PartitionState next =
        with(
                term,
                Math.max(nextRank, rank + ranksOf(job)),
                nodes,
                queue.plus(rank, job),
                ranks.plus(job.job(), rank),
                grants)
            .withLoads(loads.minus(waiting(job.job())).plus(job));
    PartitionState known = ArrayRules.enqueued(next, job, rank);
    return job.submissionKey() == null ? known : known.remembering(job.submissionKey(), event);
  }

  /** An array has a rank for each of its elements besides its own. */
  private static long ranksOf(QueuedJob job) {
    return job.array() == null ? 1 : job.array().numbers();
  }

  private PartitionState remembering(String key, PartitionEvent.JobEnqueued event) {
    KeyBook.Named name = new KeyBook.Named(event.job().user(), key);
    KeyBook.Remembered known = keys.find(name.user(), key);
    Instant at = known != null && known.job().equals(event.job().job()) ? known.at() : event.at();
    return withKeys(
        keys.plus(
            name,
            new KeyBook.Remembered(event.job().job(), event.rank(), at),
            event.keysSince(),
            KEYS_BEFORE_TIMES + queue.size() + grants.size()));
  }

  private PartitionState withoutWaiting(JobId job) {
    Long rank = ranks.get(job);
    return rank == null
        ? this
        : with(term, nextRank, nodes, queue.minus(rank), ranks.minus(job), grants)
            .withLoads(loads.minus(queue.get(rank)))
            .with(memory.without(job));
  }

  /** A waiting job that was changed; what was promised to it was promised to another. */
  PartitionState revised(JobId job, Revision revision) {
    return changed(job, waiting -> waiting.after(revision)).with(memory.without(job));
  }

  /** The line of a job in the queue, or null. */
  @Nullable QueuedJob queued(JobId job) {
    Long rank = ranks.get(job);
    return rank == null ? null : queue.get(rank);
  }

  private PartitionState changed(JobId job, UnaryOperator<QueuedJob> change) {
    Long rank = ranks.get(job);
    if (rank == null) {
      return this;
    }
    QueuedJob now = change.apply(Objects.requireNonNull(queue.get(rank)));
    return ArrayRules.changed(
        with(term, nextRank, nodes, queue.plus(rank, now), ranks, grants)
            .withLoads(loads.noting(now)),
        now);
  }

  PartitionState with(TreePMap<NodeName, NodeRecord> newNodes, Grant grant) {
    return with(term, nextRank, newNodes, queue, ranks, grants.plus(grant.job().job(), grant));
  }

  PartitionState withGrants(TreePMap<JobId, Grant> newGrants) {
    return with(term, nextRank, nodes, queue, ranks, newGrants);
  }

  /** Without the line of a job in the queue. */
  PartitionState withoutEntry(JobId job) {
    Long rank = ranks.get(job);
    return rank == null
        ? this
        : with(term, nextRank, nodes, queue.minus(rank), ranks.minus(job), grants);
  }

  PartitionState withNode(NodeRecord node) {
    return with(term, nextRank, nodes.plus(node.name(), node), queue, ranks, grants);
  }

  PartitionState with(
      long newTerm,
      long newNextRank,
      TreePMap<NodeName, NodeRecord> newNodes,
      TreePMap<Long, QueuedJob> newQueue,
      HashPMap<JobId, Long> newRanks,
      TreePMap<JobId, Grant> newGrants) {
    return new PartitionState(
        name,
        version,
        newTerm,
        newNextRank,
        newNodes,
        newQueue,
        newRanks,
        newGrants,
        keys,
        users,
        energy,
        loads,
        memory,
        reservations,
        arrays,
        telling,
        leases);
  }

  PartitionState withUsers(UserHistories newUsers) {
    return with(keys, newUsers, loads, memory, reservations, arrays, telling, leases);
  }

  private PartitionState withKeys(SubmissionKeys newKeys) {
    return with(newKeys, users, loads, memory, reservations, arrays, telling, leases);
  }

  PartitionState withLoads(UserLoads newLoads) {
    return with(keys, users, newLoads, memory, reservations, arrays, telling, leases);
  }

  PartitionState with(PolicyMemory newMemory) {
    return with(keys, users, loads, newMemory, reservations, arrays, telling, leases);
  }

  PartitionState withReservations(TreePMap<String, Reservation> known) {
    return with(keys, users, loads, memory, known, arrays, telling, leases);
  }

  PartitionState with(TreePMap<JobId, ArrayBook> known) {
    return with(keys, users, loads, memory, reservations, known, telling, leases);
  }

  PartitionState withLeases(LeaseBook now) {
    return with(keys, users, loads, memory, reservations, arrays, telling, now);
  }

  private PartitionState telling(MapPSet<JobId> now) {
    return with(keys, users, loads, memory, reservations, arrays, now, leases);
  }

  private PartitionState with(
      SubmissionKeys newKeys,
      UserHistories newUsers,
      UserLoads newLoads,
      PolicyMemory newMemory,
      TreePMap<String, Reservation> newReservations,
      TreePMap<JobId, ArrayBook> newArrays,
      MapPSet<JobId> newTelling,
      LeaseBook newLeases) {
    return new PartitionState(
        name,
        version,
        term,
        nextRank,
        nodes,
        queue,
        ranks,
        grants,
        newKeys,
        newUsers,
        energy,
        newLoads,
        newMemory,
        newReservations,
        newArrays,
        newTelling,
        newLeases);
  }

  private PartitionState at(long newVersion, EnergyBook book) {
    return new PartitionState(
        name,
        newVersion,
        term,
        nextRank,
        nodes,
        queue,
        ranks,
        grants,
        keys,
        users,
        book,
        loads,
        memory,
        reservations,
        arrays,
        telling,
        leases);
  }
}

package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.job.JobEvent.JobAllocated;
import io.pliant.core.job.JobEvent.PackGivenUp;
import io.pliant.core.job.JobEvent.ShareTerm;
import io.pliant.core.job.JobEvent.StepCreated;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.launch.StepPlanner;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.pack.PackHold;
import io.pliant.core.pack.PackTable;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Spread;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.StepPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Packs whose components are in several partitions: one job, of which each partition has a share in
 * its queue and in its ledger. The job's own {@code JobAllocated} is where all of them agree.
 */
public final class Packs {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final int MOST_DOUBLINGS = 5;

  private Packs() {}

  /** Its partitions, or null of a job in one of them. */
  public static @Nullable Spread spread(JobState state) {
    JobSpec spec = state.spec();
    return spec == null ? null : spec.resources().spread();
  }

  /** What a job tells each of its partitions when it owes that; one of an ordinary job. */
  public static SortedMap<PartitionName, PartitionIntent.OfJob> toEach(
      JobState state, PartitionIntent.OfJob intent) {
    SortedMap<PartitionName, PartitionIntent.OfJob> each = new TreeMap<>();
    PartitionName leading = state.submittedSpec().partition();
    Spread spread = spread(state);
    each.put(leading, spread == null ? intent : to(leading, leading, intent));
    if (spread != null) {
      for (PartitionName partition : spread.distinct()) {
        if (!partition.equals(leading) && concernsAll(intent)) {
          each.put(partition, to(partition, leading, intent));
        }
      }
    }
    return each;
  }

  private static boolean concernsAll(PartitionIntent.OfJob intent) {
    return intent instanceof PartitionIntent.Enqueue
        || intent instanceof PartitionIntent.Release
        || intent instanceof PartitionIntent.Revise;
  }

  private static PartitionIntent.OfJob to(
      PartitionName partition, PartitionName leading, PartitionIntent.OfJob intent) {
    boolean leads = partition.equals(leading);
    if (intent instanceof PartitionIntent.Enqueue(QueuedJob job)) {
      return new PartitionIntent.Enqueue(job.shareOf(partition, leads));
    }
    return intent instanceof PartitionIntent.Release over && !leads
        ? new PartitionIntent.Release(over.attempt(), over.ended(), over.exit(), null)
        : intent;
  }

  /** Fencing number of the partition that a node of the job is in. */
  static long termOf(JobState state, NodeName node) {
    JobHolding holding = state.run().holding();
    return holding.others().isEmpty() ? holding.term() : holding.termOf(partitionOf(state, node));
  }

  /** The partition that a node of the job is in: nodes know terms by partition. */
  public static PartitionName partitionOf(JobState state, NodeName node) {
    PartitionName lender = state.run().holding().lenders().get(node);
    if (lender != null) {
      return lender;
    }
    Spread spread = spread(state);
    Allocation allocation = state.allocation();
    List<Allocation> parts =
        spread == null || allocation == null
            ? null
            : allocation.byComponent(state.submittedSpec().resources());
    for (int i = 0; spread != null && parts != null && i < parts.size(); i++) {
      if (parts.get(i).nodes().contains(node)) {
        return spread.of(i);
      }
    }
    return state.submittedSpec().partition();
  }

  /**
   * What a pack knows now, and what follows from it.
   *
   * @param intent null for nothing, or not yet
   */
  public record Heard(PackTable table, @Nullable JobIntent intent) {}

  /** What a pack that waits knows; nothing of an earlier attempt. */
  public static PackTable table(JobState state, Spread spread, @Nullable PackTable known) {
    return known != null && known.attempt().equals(state.attemptId())
        ? known
        : PackTable.of(state.attemptId(), spread);
  }

  /** True for a share of the attempt that waits: it says nothing before all of them are held. */
  public static boolean isHold(JobState state, JobIntent.Granted grant) {
    return spread(state) != null
        && grant.partition() != null
        && state.phase() == Phase.PENDING
        && grant.attempt() == state.attempt();
  }

  /** A partition holds its share of the attempt that waits. */
  public static Heard held(PackTable known, JobState state, JobIntent.Granted grant, Instant now) {
    PartitionName partition = Objects.requireNonNull(grant.partition(), "a share");
    PackTable table =
        known.held(
            new PackHold(
                partition, grant.attempt(), grant.allocation(), grant.term(), grant.lost()),
            now);
    if (table.whole()) {
      return new Heard(table, new JobIntent.PackHeld(table.all()));
    }
    Instant end = table.givenUpAt();
    boolean over = state.held() || end == null || !end.isAfter(now);
    return new Heard(
        table, over ? new JobIntent.PackOverdue(state.attempt(), table.missing()) : null);
  }

  /** All hold: the pack starts, unless it is held, or its nodes are not what it needs any more. */
  static JobOutcome held(JobState state, List<PackHold> holds, Instant now) {
    Spread spread = spread(state);
    if (spread == null
        || state.phase() != Phase.PENDING
        || holds.stream().anyMatch(hold -> hold.attempt() != state.attempt())) {
      return JobOutcome.nothing();
    }
    JobSpec spec = state.submittedSpec();
    Allocation allocation = PackTable.joined(spread, spec.resources(), holds);
    boolean lost = holds.stream().anyMatch(hold -> !hold.lost().isEmpty());
    if (allocation == null || lost || state.held()) {
      return overdue(state, new JobIntent.PackOverdue(state.attempt(), spread.of(0)), now);
    }
    StepPlan plan =
        switch (spec.payload()) {
          case Payload.BatchScript _ -> StepPlanner.batch(spec, allocation);
          case Payload.ParallelCommand command -> StepPlanner.parallel(spec, command, allocation);
        };
    List<ShareTerm> others =
        holds.stream()
            .filter(hold -> !hold.partition().equals(spread.of(0)))
            .map(hold -> new ShareTerm(hold.partition(), hold.term()))
            .toList();
    long term = holds.getFirst().term();
    return JobOutcome.of(
        new JobReply.Done(),
        new JobAllocated(state.job(), state.attempt(), allocation, term, now, others),
        new StepCreated(state.job(), state.attempt(), state.primaryStep(), plan, now));
  }

  /** Not all hold in time: the next attempt supersedes this one in each ledger. */
  static JobOutcome overdue(JobState state, JobIntent.PackOverdue intent, Instant now) {
    if (state.phase() != Phase.PENDING || state.attempt() != intent.attempt()) {
      return JobOutcome.nothing();
    }
    int doublings = Math.min(state.submission().givenUp(), MOST_DOUBLINGS);
    Instant notBefore = now.plus(FIRST_PAUSE.multipliedBy(1L << doublings));
    return JobOutcome.of(
        new JobReply.Done(),
        new PackGivenUp(state.job(), state.attempt() + 1, intent.missing(), notBefore, now));
  }

  static JobState givenUp(JobState state, PackGivenUp event) {
    return new JobState(
        state.job(),
        Phase.PENDING,
        state.submission().givenUp(event.notBefore()),
        JobRun.of(event.nextAttempt()).cancelled(state.cancelledBy()));
  }

  /** A partition stands by its share under a newer term, or null when that is known. */
  static JobEvent.@Nullable GrantRenewed renewed(
      JobState state, JobIntent.Granted grant, Instant now) {
    PartitionName partition = grant.partition();
    if (partition == null || !shares(state, partition)) {
      return null;
    }
    return grant.term() <= state.run().holding().termOf(partition)
        ? null
        : new JobEvent.GrantRenewed(
            state.job(),
            state.attempt(),
            grant.term(),
            now,
            partition.equals(state.submittedSpec().partition()) ? null : partition);
  }

  /** True when that partition holds nodes for the job, with others. */
  private static boolean shares(JobState state, PartitionName partition) {
    Spread spread = spread(state);
    return spread == null
        ? state.run().holding().others().containsKey(partition)
        : spread.partitions().contains(partition);
  }

  /** What a job's event says of the partitions that lent it nodes, or null when none did. */
  static @Nullable List<ShareTerm> lenders(List<BorrowedNodes> loans) {
    List<ShareTerm> shares =
        loans.stream()
            .flatMap(loan -> loan.ofOthers().stream())
            .map(part -> new ShareTerm(part.lender(), part.term(), part.nodes()))
            .toList();
    return shares.isEmpty() ? null : shares;
  }
}

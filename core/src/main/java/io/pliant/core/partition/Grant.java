package io.pliant.core.partition;

import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.view.Outlook;
import io.pliant.core.view.Progress;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that a job holds.
 *
 * @param job the job, with the attempt that holds them
 * @param rank its place in the queue, kept for a requeue
 * @param start when they were allocated
 * @param changes how its size has changed and is changing, or null when it never has
 * @param reference what the policy remembers of the start, or null for nothing
 * @param progress how far it is, or null when its size never has changed
 * @param borrowed whose its nodes are, where it was started on lent ones; else null
 * @param grown further nodes that are lent, with which it has grown or is growing; null for none
 */
public record Grant(
    QueuedJob job,
    long rank,
    Allocation allocation,
    Instant start,
    @Nullable Sizes changes,
    @Nullable Instant reference,
    @Nullable Progress progress,
    @Nullable BorrowedNodes borrowed,
    @Nullable List<BorrowedNodes> grown) {
  public Grant {
    grown = grown == null || grown.isEmpty() ? null : List.copyOf(grown);
  }

  /** As it was started. */
  public Grant(
      QueuedJob job,
      long rank,
      Allocation allocation,
      Instant start,
      @Nullable Sizes changes,
      @Nullable Instant reference,
      @Nullable Progress progress,
      @Nullable BorrowedNodes borrowed) {
    this(job, rank, allocation, start, changes, reference, progress, borrowed, null);
  }

  /** Of the partition's own nodes. */
  public Grant(
      QueuedJob job,
      long rank,
      Allocation allocation,
      Instant start,
      @Nullable Sizes changes,
      @Nullable Instant reference,
      @Nullable Progress progress) {
    this(job, rank, allocation, start, changes, reference, progress, null);
  }

  /** A grant whose size has never changed, and of which nothing is remembered. */
  public Grant(QueuedJob job, long rank, Allocation allocation, Instant start) {
    this(job, rank, allocation, start, null, null, null);
  }

  /** How its size has changed and is changing. */
  public Sizes sizes() {
    return changes == null ? Sizes.UNCHANGED : changes;
  }

  /** All slices that it occupies: the job's, those held for it and those it is leaving. */
  public List<Slice> occupied() {
    List<Slice> all = new ArrayList<>(allocation.slices());
    all.addAll(sizes().tentative());
    sizes().leaving().forEach(one -> all.add(one.slice()));
    return all;
  }

  /** The leases under which it has nodes. */
  public List<BorrowedNodes> loans() {
    return BorrowedNodes.all(borrowed, grown);
  }

  /** True of a node that it has under a lease: the ledger of its lender says that it is in use. */
  public boolean isLent(NodeName node) {
    return loans().stream().anyMatch(loan -> loan.has(node));
  }

  /** Those of the slices that it occupies that are held in this ledger and under no lease. */
  public List<Slice> own() {
    return borrowed == null && grown == null
        ? occupied()
        : occupied().stream().filter(slice -> !isLent(slice.node())).toList();
  }

  /** True when the attempt may have tasks on the node. */
  public boolean holds(NodeName node) {
    return occupied().stream().anyMatch(slice -> slice.node().equals(node));
  }

  /** The same of a job that was changed. */
  Grant with(QueuedJob changed) {
    return new Grant(
        changed, rank, allocation, start, changes, reference, progress, borrowed, grown);
  }

  Grant with(Allocation now, Sizes sizes, Progress soFar) {
    return new Grant(job, rank, now, start, sizes, reference, soFar, borrowed, grown);
  }

  /** With further nodes that are lent. */
  Grant growing(BorrowedNodes loan) {
    List<BorrowedNodes> all = new ArrayList<>(grown == null ? List.of() : grown);
    all.add(loan);
    return new Grant(job, rank, allocation, start, changes, reference, progress, borrowed, all);
  }

  /** Without a node that it has given back, if that was lent for it to grow. */
  Grant givenBack(NodeName node) {
    List<BorrowedNodes> left =
        (grown == null ? List.<BorrowedNodes>of() : grown)
            .stream()
                .map(loan -> loan.without(node))
                .filter(loan -> !loan.parts().isEmpty())
                .toList();
    return new Grant(job, rank, allocation, start, changes, reference, progress, borrowed, left);
  }

  public int attempt() {
    return job.attempt();
  }

  /** Latest end by the job's time limit. */
  public Instant expectedEnd() {
    return start.plus(limit()).plus(stood());
  }

  /** How long it stood still, which its time limit does not count. */
  public Duration stood() {
    Revision revision = job.revision();
    Long millis = revision == null ? null : revision.stoodMillis();
    return millis == null ? Duration.ZERO : Duration.ofMillis(millis);
  }

  /** Running, or suspended. */
  public JobStatus status() {
    return stillSince() == null ? JobStatus.RUNNING : JobStatus.SUSPENDED;
  }

  /** When it was suspended, or null while it goes on. */
  public @Nullable Instant stillSince() {
    Revision revision = job.revision();
    return revision == null ? null : revision.stillSince();
  }

  private Duration limit() {
    return Objects.requireNonNull(job.timeLimit(), "an enqueued job has a time limit");
  }

  /** How far it is, in a grant from before this was kept as if it had had its size all the time. */
  Progress soFar() {
    return progress == null ? Progress.started(start, limit().toMillis()) : progress;
  }

  /**
   * What rounds see of it: its nodes of this partition. While it has lent ones besides, rounds do
   * not change its size.
   */
  RunningJob view(@Nullable Double mtct, ResizeCost cost) {
    return new RunningJob(
        job.job(),
        new Allocation(own()),
        start,
        expectedEnd(),
        runningSize(mtct, cost),
        job.submittedAt(),
        reference);
  }

  private @Nullable RunningSize runningSize(@Nullable Double mtct, ResizeCost cost) {
    Malleability malleable = job.malleable();
    if (malleable == null || grown != null) {
      return null;
    }
    Sizes sizes = sizes();
    Resize active = sizes.active();
    int going = active == null || active.kind().adds() ? 0 : active.slices().size();
    int target = allocation.slices().size() + sizes.tentative().size() - going;
    return new RunningSize(
        malleable.sizes(job.resources().leastNodes()),
        target,
        !sizes.settled(),
        sizes.lastChange(),
        sizes.unmade(),
        Math.toIntExact(sizes.resizes()),
        mtct,
        outlook(target, mtct, cost));
  }

  private Outlook outlook(int target, @Nullable Double mtct, ResizeCost cost) {
    Progress.Size size = new Progress.Size(job.resources(), allocation.slices().size(), target, 0);
    Instant last = sizes().lastChange();
    return soFar().outlook(size, last == null ? start : last, mtct, cost);
  }
}

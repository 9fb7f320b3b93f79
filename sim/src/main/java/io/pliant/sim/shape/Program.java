package io.pliant.sim.shape;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SpeedUp;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What runs on nodes: how far it is, and at what speed. Times in milliseconds. */
final class Program {
  final JobId job;
  final PartitionName partition;
  final @Nullable ArrayElement element;
  private final SpeedUp curve;
  private final int preferred;
  private final int exit;
  private final long limit;
  private double left;
  private int nodes;
  private long from;
  private boolean resizing;

  /** Number of the event that counts; all planned before are void. */
  int planned;

  /**
   * A program that starts.
   *
   * @param queued as its partition knows it
   * @param nodes how many it has there
   */
  Program(PartitionName partition, QueuedJob queued, RunTimes runs, int nodes, long now) {
    this.job = queued.job();
    this.partition = partition;
    this.element = queued.element();
    this.curve = new SpeedUp(runs.serial());
    this.preferred = queued.malleable() == null ? nodes : queued.resources().leastNodes();
    this.exit = runs.exit(element == null ? null : (Integer) element.index());
    this.limit = now + limit(queued).toMillis();
    this.left = runs.millis(job.value());
    this.nodes = nodes;
    this.from = now;
  }

  private static Duration limit(QueuedJob queued) {
    return Objects.requireNonNull(queued.timeLimit(), "an enqueued job has a time limit");
  }

  /** When it is to be looked at next: its end, or that of its resize. */
  long next() {
    return Math.min(limit, resizing ? from : from + (long) Math.ceil(left / speed()));
  }

  /** Begins to change its size: it stands still until that is over. */
  void resize(int to, long now) {
    left -= Math.max(0, now - from) * speed();
    from = now + ResizeCost.GUESS.millis(nodes, to, 0);
    nodes = to;
    resizing = true;
  }

  /** True when a resize is over by then, which is remembered. */
  boolean resized(long now) {
    boolean over = resizing && now >= from;
    resizing &= !over;
    return over;
  }

  /** True when a resize is on its way. */
  boolean isResizing() {
    return resizing;
  }

  /** Time in communication over time in computation, as it would be measured now. */
  double mtct() {
    return curve.mtct(nodes);
  }

  private double speed() {
    return curve.relative(nodes, preferred);
  }

  /** How it ends at that time. */
  JobStatus status(long now) {
    boolean done = !resizing && from + (long) Math.ceil(left / speed()) <= now;
    return !done ? JobStatus.TIMEOUT : exit == 0 ? JobStatus.COMPLETED : JobStatus.FAILED;
  }

  /** The same as an exit status. */
  ExitStatus exitStatus(long now) {
    return status(now) == JobStatus.FAILED ? new ExitStatus(exit, 0) : ExitStatus.SUCCESS;
  }
}

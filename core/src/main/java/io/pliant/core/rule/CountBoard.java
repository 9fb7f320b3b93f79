package io.pliant.core.rule;

import org.jspecify.annotations.Nullable;

/**
 * A machine of equal processors that lives on between rounds: the board of simulations at the speed
 * of arrays. Job numbers must rise in the order of the queue. Times are in seconds. Not safe for
 * use by several threads.
 */
public final class CountBoard implements Board {
  private final int[] widths;
  private final long[] estimates;
  private final long[] estimatedEnds;
  private final int[] started;
  private final JobQueue queue = new JobQueue(false);
  private final @Nullable JobQueue shortest;
  private final RunningEnds running = new RunningEnds();
  private JobQueue scanned = queue;
  private int last = NONE;
  private int startedCount;
  private int free;
  private long now;
  private long shadow;
  private int extra;

  /**
   * An empty machine.
   *
   * @param processors of the machine, at least the width of each job
   * @param widths processors of each job by its number
   * @param estimates estimated run time of each job in seconds, at least 1
   * @param order in which jobs behind the head will be asked for
   */
  public CountBoard(int processors, int[] widths, long[] estimates, QueueOrder order) {
    this.free = processors;
    this.widths = widths;
    this.estimates = estimates;
    this.estimatedEnds = new long[widths.length];
    this.started = new int[widths.length];
    this.shortest = order == QueueOrder.SHORTEST ? new JobQueue(true) : null;
  }

  /**
   * Time goes on to {@code to} seconds. Processors of jobs whose estimated end has come count as
   * free from now on.
   *
   * @return true when some have become free by that
   */
  public boolean advance(long to) {
    now = to;
    int width = running.removeUntil(to);
    free += width;
    return width > 0;
  }

  /** A job joins the end of the queue. */
  public void submit(int job) {
    queue.add(job, widths[job], estimates[job]);
    if (shortest != null) {
      shortest.add(job, widths[job], estimates[job]);
    }
  }

  /**
   * A running job has ended.
   *
   * @return true when its processors have become free by that, false when they counted as free
   */
  public boolean end(int job) {
    if (estimatedEnds[job] <= now) {
      return false;
    }
    running.remove(estimatedEnds[job], widths[job]);
    free += widths[job];
    return true;
  }

  /** Number of jobs started so far. */
  public int startedCount() {
    return startedCount;
  }

  /** The {@code index}th job that was started, from 0. */
  public int started(int index) {
    return started[index];
  }

  /** Processors that no running job holds. */
  public int free() {
    return free;
  }

  /** When the head is to start, as of the last reservation, in seconds. */
  public long shadow() {
    return shadow;
  }

  @Override
  public int head() {
    return queue.isEmpty() ? NONE : queue.job(queue.front());
  }

  @Override
  public boolean fits(int job) {
    return widths[job] <= free;
  }

  @Override
  public void start(int job) {
    queue.remove(job, estimates[job]);
    if (shortest != null) {
      shortest.remove(job, estimates[job]);
    }
    long end = now + estimates[job];
    free -= widths[job];
    if (end > shadow) {
      extra -= widths[job];
    }
    estimatedEnds[job] = end;
    running.add(end, widths[job]);
    started[startedCount++] = job;
  }

  @Override
  public void reserve(int head) {
    running.project(widths[head], free);
    shadow = running.shadow();
    extra = running.freeAtShadow() - widths[head];
  }

  @Override
  public void lookBehind(int head, QueueOrder order) {
    scanned = order == QueueOrder.SHORTEST && shortest != null ? shortest : queue;
    last = NONE;
  }

  @Override
  public int next() {
    int from = last == NONE ? scanned.front() : scanned.after(last, estimates[last]);
    int at = scanned.find(from, free, shadow - now, extra);
    last = at < 0 ? NONE : scanned.job(at);
    return last;
  }

  @Override
  public boolean endsByShadow(int job) {
    return estimates[job] <= shadow - now;
  }

  @Override
  public boolean leavesHeadEnough(int job) {
    return widths[job] <= extra;
  }
}

package io.pliant.journal.raft;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs many things later, each after the same delay and at most half of it late. A timer for each
 * would wake its thread twice: when it is set, and when it is taken back. Here the thread is woken
 * once in half the delay while anything is due, and not at all for what was taken back by then.
 */
final class DelayLine {
  private static final Logger LOG = LoggerFactory.getLogger(DelayLine.class);

  private final long delayNanos;
  private final Executor wakeUp;
  private final Deque<Due> line = new ArrayDeque<>();
  private boolean armed;

  /**
   * A line.
   *
   * @param delay after which each thing is run
   * @param executor runs them
   */
  DelayLine(Duration delay, Executor executor) {
    this.delayNanos = delay.toNanos();
    this.wakeUp = CompletableFuture.delayedExecutor(delayNanos / 2, TimeUnit.NANOSECONDS, executor);
  }

  /** Something that is to be run, unless it is taken back. */
  static final class Due {
    private final long atNanos;
    private volatile @Nullable Runnable action;

    private Due(long atNanos, Runnable action) {
      this.atNanos = atNanos;
      this.action = action;
    }

    /** It is not to be run any more; what it refers to is let go. */
    void takeBack() {
      action = null;
    }
  }

  /** Has it run after the delay. */
  Due later(Runnable action) {
    Due due = new Due(System.nanoTime() + delayNanos, action);
    boolean arm;
    synchronized (this) {
      line.add(due);
      arm = !armed;
      armed = true;
    }
    if (arm) {
      wakeUp.execute(this::look);
    }
    return due;
  }

  private void look() {
    List<Runnable> ready = new ArrayList<>();
    boolean again;
    synchronized (this) {
      long now = System.nanoTime();
      for (Due head = line.peek(); head != null; head = line.peek()) {
        Runnable action = head.action;
        if (action != null && head.atNanos - now > 0) {
          break;
        }
        line.remove();
        if (action != null) {
          ready.add(action);
        }
      }
      again = !line.isEmpty();
      armed = again;
    }
    if (again) {
      wakeUp.execute(this::look);
    }
    for (Runnable action : ready) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("What was to be done after {} ms failed", delayNanos / 1_000_000, e);
      }
    }
  }
}

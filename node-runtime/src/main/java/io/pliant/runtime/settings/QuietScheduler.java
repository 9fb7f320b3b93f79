package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractScheduler;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.event.LoggingAdapter;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.FiniteDuration;

/**
 * Pekko's timers on a thread that sleeps until the next one is due. Pekko's own scheduler wakes up
 * a hundred times a second whether there is a timer or not, and is late by up to as much.
 */
public final class QuietScheduler extends AbstractScheduler implements Closeable {
  /** Pekko's key for the class of the scheduler. */
  static final String SETTING = "pekko.scheduler.implementation";

  /** Timers a second that Pekko may count on; it makes a scheduler of its own for less than 30. */
  private static final double MOST_OFTEN = 1_000;

  private final LoggingAdapter log;
  private final ScheduledThreadPoolExecutor timers;
  private final Set<Once> runsOnClose = ConcurrentHashMap.newKeySet();

  /** For Pekko, which makes it by name. */
  public QuietScheduler(Config config, LoggingAdapter log, ThreadFactory threads) {
    this.log = log;
    this.timers = new ScheduledThreadPoolExecutor(1, threads);
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public double maxFrequency() {
    return MOST_OFTEN;
  }

  @Override
  public Cancellable scheduleOnce(FiniteDuration delay, Runnable task, ExecutionContext executor) {
    Once once = new Once(task, executor);
    if (task instanceof Scheduler.TaskRunOnClose) {
      runsOnClose.add(once);
    }
    once.timer = arm(once, delay.toNanos());
    return once;
  }

  /**
   * A turn begins only after the one before it has ended: none gather while all threads are busy.
   */
  @Override
  public Cancellable schedule(
      FiniteDuration initialDelay, FiniteDuration delay, Runnable task, ExecutionContext executor) {
    Repeated repeated = new Repeated(task, executor, initialDelay.toNanos(), delay.toNanos());
    repeated.arm();
    return repeated;
  }

  private Future<?> arm(Runnable task, long nanos) {
    try {
      return timers.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      throw new SchedulerException("cannot start a timer after the actor system has ended");
    }
  }

  private static void hand(Runnable task, ExecutionContext executor) {
    try {
      executor.execute(task);
    } catch (RuntimeException e) {
      executor.reportFailure(e);
    }
  }

  @Override
  public void close() {
    timers.shutdownNow();
    for (Once once : runsOnClose) {
      try {
        once.task.run();
      } catch (RuntimeException e) {
        log.error(e, "a task that was to run at the end of the actor system failed");
      }
    }
  }

  private final class Once implements Runnable, Cancellable {
    private final Runnable task;
    private final ExecutionContext executor;
    private volatile @Nullable Future<?> timer;

    Once(Runnable task, ExecutionContext executor) {
      this.task = task;
      this.executor = executor;
    }

    @Override
    public void run() {
      runsOnClose.remove(this);
      hand(task, executor);
    }

    @Override
    public boolean cancel() {
      Future<?> armed = timer;
      boolean cancelled = armed != null && armed.cancel(false);
      if (cancelled) {
        runsOnClose.remove(this);
      }
      return cancelled;
    }

    @Override
    public boolean isCancelled() {
      Future<?> armed = timer;
      return armed != null && armed.isCancelled();
    }
  }

  private final class Repeated implements Runnable, Cancellable {
    private final Runnable task;
    private final ExecutionContext executor;
    private final long every;
    private long dueNanos;
    private boolean cancelled;
    private @Nullable Future<?> timer;

    Repeated(Runnable task, ExecutionContext executor, long first, long every) {
      this.task = task;
      this.executor = executor;
      this.every = every;
      this.dueNanos = System.nanoTime() + first;
    }

    synchronized void arm() {
      if (!cancelled) {
        timer = QuietScheduler.this.arm(() -> hand(this, executor), dueNanos - System.nanoTime());
      }
    }

    @Override
    public void run() {
      if (isCancelled()) {
        return;
      }
      try {
        task.run();
        dueNanos = Math.max(dueNanos + every, System.nanoTime());
        arm();
      } catch (SchedulerException e) {
        cancel(); // its actor or the actor system has ended
      }
    }

    @Override
    public synchronized boolean cancel() {
      boolean first = !cancelled;
      cancelled = true;
      if (timer != null) {
        timer.cancel(false);
      }
      return first;
    }

    @Override
    public synchronized boolean isCancelled() {
      return cancelled;
    }
  }
}

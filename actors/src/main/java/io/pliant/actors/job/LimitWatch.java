package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import java.time.Duration;
import java.util.Objects;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Ends a job whose node does not end it at its limit. It counts the time that passes in this
 * process from when it learnt that the job runs, never the difference of two clocks: neither a node
 * whose clock is wrong nor a controller whose clock is set ends a job early. After a recovery it
 * counts from the beginning, since nothing durable tells how much time has really passed: a job
 * whose controller changes may be ended late by that, and never too soon.
 */
final class LimitWatch {
  private static final Object KEY = "limit";

  private final TimerScheduler<JobCommand> timers;
  private final JobEnvironmentSettings settings;
  private int watched;
  private long since;
  private @Nullable Duration armed;

  LimitWatch(TimerScheduler<JobCommand> timers, JobEnvironmentSettings settings) {
    this.timers = timers;
    this.settings = settings;
  }

  /** To be called after each change, and after a recovery. */
  void watch(JobState state) {
    if (state.phase() != Phase.RUNNING) {
      timers.cancel(KEY);
      watched = 0;
      return;
    }
    Duration patience = settings.patience(state);
    boolean known = watched == state.attempt();
    if (known && Objects.equals(armed, patience) && timers.isTimerActive(KEY)) {
      return;
    }
    if (!known) {
      since = System.nanoTime();
    }
    watched = state.attempt();
    armed = patience;
    if (patience == null) {
      timers.cancel(KEY);
      return;
    }
    Duration left = patience.minusNanos(System.nanoTime() - since);
    timers.startSingleTimer(
        KEY, new JobCommand.LimitDue(watched), left.isNegative() ? Duration.ZERO : left);
  }
}

package io.pliant.actors.job;

import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.job.DueMails;
import io.pliant.core.job.JobEvent;
import io.pliant.core.job.JobState;
import io.pliant.core.job.JobState.Phase;
import io.pliant.core.job.Mail;
import io.pliant.core.spec.MailType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Hands over the mails of one job that are due, once each: when their event has become durable, or
 * their part of the limit is over. Handing over never waits, and nothing remembers it: what a
 * controller had not sent when it died is not sent.
 */
final class JobMails {
  private static final Object KEY = "mail";

  private final TimerScheduler<JobCommand> timers;
  private final JobEnvironmentSettings settings;
  private @Nullable MailType told;
  private int attempt;
  private @Nullable Duration limit;

  JobMails(TimerScheduler<JobCommand> timers, JobEnvironmentSettings settings) {
    this.timers = timers;
    this.settings = settings;
  }

  /** These events have become durable. */
  void follow(JobState before, List<JobEvent> events, JobState after) {
    DueMails.after(before, events).forEach(settings.post());
    watch(after);
  }

  /** To be called after each change, and after a recovery. */
  void watch(JobState state) {
    if (state.phase() != Phase.RUNNING || state.run().still().lasts()) {
      timers.cancel(KEY);
    } else if (attempt != state.attempt()
        || !Objects.equals(limit, settings.limit(state))
        || !timers.isTimerActive(KEY)) {
      if (attempt != state.attempt()) {
        attempt = state.attempt();
        told = null;
      }
      arm(state);
    }
  }

  private void arm(JobState state) {
    Instant now = settings.clock().instant();
    limit = settings.limit(state);
    DueMails.Part next = DueMails.nextPart(state, limit, told, now);
    if (next == null) {
      timers.cancel(KEY);
    } else {
      timers.startSingleTimer(
          KEY, new JobCommand.LimitPartDue(attempt, next.type()), Duration.between(now, next.at()));
    }
  }

  /** A part of the limit is over. */
  void due(JobState state, JobCommand.LimitPartDue due) {
    Mail mail = DueMails.ofPart(state, due.attempt(), due.part(), settings.clock().instant());
    if (mail != null) {
      told = due.part();
      settings.post().accept(mail);
      arm(state);
    }
  }
}

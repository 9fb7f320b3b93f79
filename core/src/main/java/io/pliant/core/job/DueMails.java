package io.pliant.core.job;

import io.pliant.core.id.JobStatus;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.spec.MailType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which mail is due when; as under Slurm.
 *
 * <ul>
 *   <li>BEGIN: the first task of an attempt runs.
 *   <li>REQUEUE: an attempt that had begun is over and the job waits again, or is held for it.
 *   <li>FAIL: it is over, neither completed nor cancelled. END tells of that, too, where FAIL is
 *       not asked for; one mail for each end.
 *   <li>TIME_LIMIT: it is being ended at its limit. TIME_LIMIT_50 and the like: so much of it is
 *       over, counted from when its nodes became its own.
 * </ul>
 *
 * <p>A mail is due when its fact has become durable, and never again: neither a repeated message
 * nor a recovery makes an event.
 */
public final class DueMails {
  private static final int PERCENT = 100;

  private DueMails() {}

  /**
   * A part of the limit that will be over.
   *
   * @param type that tells of it
   * @param at when
   */
  public record Part(MailType type, Instant at) {}

  /** The mails of events that have become durable, in their order. */
  public static List<Mail> after(JobState before, List<JobEvent> events) {
    List<Mail> due = new ArrayList<>();
    JobState state = before;
    for (JobEvent event : events) {
      JobState next = state.evolve(event);
      JobSpec spec = next.spec();
      MailRequest request = spec == null ? null : spec.mail();
      if (request != null) {
        add(due, request, state, event, next);
      }
      state = next;
    }
    return due;
  }

  private static boolean never(JobState state) {
    return state.dependency() != null && state.dependency().never();
  }

  private static void add(
      List<Mail> due, MailRequest request, JobState state, JobEvent event, JobState next) {
    switch (event) {
      case JobEvent.TargetsTold e -> {
        if (!never(state) && never(next)) {
          add(due, request, MailType.INVALID_DEPEND, next, e.at());
        }
      }
      case JobEvent.JobStarted e -> add(due, request, MailType.BEGIN, next, e.at());
      case JobEvent.JobRequeued e -> {
        if (state.startedAt() != null || e.holdReason() != null) {
          add(due, request, MailType.REQUEUE, state, e.at());
        }
      }
      case JobEvent.JobCompleting e -> limit(due, request, e.outcome(), next, e.at());
      case JobEvent.JobEnded e -> {
        if (state.completion() == null) {
          limit(due, request, e.status(), next, e.at());
        }
        add(due, request, ofEnd(request, e.status()), next, e.at());
      }
      case JobEvent.JobSubmitted _,
          JobEvent.JobRefused _,
          JobEvent.DependentAdded _,
          JobEvent.DependentsTold _,
          JobEvent.ElementsFailed _,
          JobEvent.JobHoldChanged _,
          JobEvent.JobChanged _,
          JobEvent.JobSuspended _,
          JobEvent.JobResumed _,
          JobEvent.JobAllocated _,
          JobEvent.GrantRenewed _,
          JobEvent.PackGivenUp _,
          JobEvent.StepCreated _,
          JobEvent.StepStarted _,
          JobEvent.StepEnded _,
          JobEvent.JobResized _,
          JobEvent.NodesVacated _,
          JobEvent.JobCancelRequested _ -> {}
    }
  }

  private static void limit(
      List<Mail> due, MailRequest request, JobStatus outcome, JobState next, Instant at) {
    if (outcome == JobStatus.TIMEOUT) {
      add(due, request, MailType.TIME_LIMIT, next, at);
    }
  }

  private static MailType ofEnd(MailRequest request, JobStatus status) {
    boolean well = status == JobStatus.COMPLETED || status == JobStatus.CANCELLED;
    return well || !request.wants(MailType.FAIL) ? MailType.END : MailType.FAIL;
  }

  private static void add(
      List<Mail> due, MailRequest request, MailType type, JobState state, Instant at) {
    if (request.wants(type)) {
      due.add(new MailText(state, type, at).to(request));
    }
  }

  /**
   * The next part of the limit of which to tell, or null for none. One whose time has passed is not
   * told any more: it was, or nobody was there to do so.
   *
   * @param limit of the job, or null for none
   * @param told the part that was told last, or null for none
   */
  public static @Nullable Part nextPart(
      JobState state, @Nullable Duration limit, @Nullable MailType told, Instant now) {
    JobSpec spec = state.spec();
    Instant allocated = state.allocatedAt();
    Standstill still = state.run().still();
    if (spec == null
        || spec.mail() == null
        || limit == null
        || allocated == null
        || still.lasts()) {
      return null;
    }
    Instant start = allocated.plus(still.before()); // it does not count while it stands still
    for (MailType type : spec.mail().types()) {
      if (type.percent() > (told == null ? 0 : told.percent())) {
        Instant at = start.plus(limit.multipliedBy(type.percent()).dividedBy(PERCENT));
        if (at.isAfter(now)) {
          return new Part(type, at);
        }
      }
    }
    return null;
  }

  /** The mail that a part of the limit is over, or null when the attempt runs no more. */
  public static @Nullable Mail ofPart(JobState state, int attempt, MailType part, Instant now) {
    MailRequest request = state.submittedSpec().mail();
    boolean runs =
        state.phase() == JobState.Phase.RUNNING
            && !state.run().still().lasts()
            && state.attempt() == attempt;
    return request == null || !runs ? null : new MailText(state, part, now).to(request);
  }
}

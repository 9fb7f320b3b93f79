package io.pliant.core.view;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job as a policy sees it.
 *
 * @param notBefore its last attempt came to nothing, and the next is not to start before; or null
 * @param faultyNodes nodes that could not do their part of the last attempt, or null
 * @param promised the start that its policy promised it in an earlier round, or null
 */
public record WaitingJob(
    JobId job,
    int attempt,
    ResourceRequest resources,
    Duration timeLimit,
    boolean held,
    @Nullable Instant begin,
    Instant submittedAt,
    @Nullable Malleability malleable,
    @Nullable Instant notBefore,
    @Nullable List<NodeName> faultyNodes,
    @Nullable Instant promised) {
  private static final Duration ENDLESS = Duration.ofDays(365_000);

  /** A job of fixed size. */
  public WaitingJob(
      JobId job,
      int attempt,
      ResourceRequest resources,
      Duration timeLimit,
      boolean held,
      @Nullable Instant begin,
      Instant submittedAt) {
    this(job, attempt, resources, timeLimit, held, begin, submittedAt, null, null, null, null);
  }

  /** The same with another request. */
  public WaitingJob asking(ResourceRequest other) {
    return new WaitingJob(
        job,
        attempt,
        other,
        timeLimit,
        held,
        begin,
        submittedAt,
        malleable,
        notBefore,
        faultyNodes,
        promised);
  }

  /** The same as if nothing but other jobs kept it from starting now. */
  public WaitingJob released() {
    return new WaitingJob(
        job,
        attempt,
        resources,
        timeLimit,
        false,
        null,
        submittedAt,
        malleable,
        null,
        faultyNodes,
        null);
  }

  /** The attempt that waits. */
  public AttemptId attemptId() {
    return new AttemptId(job, attempt);
  }

  /** When it would end by its limit if it started at {@code now}. */
  public Instant endIfStarted(Instant now) {
    return timeLimit.compareTo(ENDLESS) > 0 ? Instant.MAX : now.plus(timeLimit);
  }

  /** Name of the reservation that it asks for, or null. */
  public @Nullable String reservation() {
    NodeChoice choice = resources.choice();
    return choice == null ? null : choice.reservation();
  }

  /** The same with a start that was promised to it, or without one. */
  public WaitingJob promised(@Nullable Instant start) {
    return new WaitingJob(
        job,
        attempt,
        resources,
        timeLimit,
        held,
        begin,
        submittedAt,
        malleable,
        notBefore,
        faultyNodes,
        start);
  }

  /** True when neither a hold, nor a begin time, nor a pause keeps it from starting now. */
  public boolean eligible(Instant now) {
    return !held
        && (begin == null || !begin.isAfter(now))
        && (notBefore == null || !notBefore.isAfter(now));
  }

  /** When begin time and pause are both over, or null when it has neither. */
  public @Nullable Instant earliest() {
    return notBefore == null || (begin != null && begin.isAfter(notBefore)) ? begin : notBefore;
  }

  /** Nodes that it is to keep off while others have room. */
  public List<NodeName> avoided() {
    return faultyNodes == null ? List.of() : faultyNodes;
  }
}

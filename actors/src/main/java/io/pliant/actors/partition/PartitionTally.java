package io.pliant.actors.partition;

import io.pliant.api.SchedulingCounts;
import io.pliant.core.id.JobStatus;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Counts what this incarnation of a partition has done; nothing of it is kept. */
final class PartitionTally {
  private final Instant since;
  private long submitted;
  private long started;
  private long completed;
  private long cancelled;
  private long failed;
  private long rounds;
  private long lastMicros;
  private long maxMicros;
  private long sumMicros;
  private @Nullable Instant lastAt;
  private long looked;

  PartitionTally(Instant since) {
    this.since = since;
  }

  /** A round came to this plan after so long. */
  void planned(Plan plan, long nanos, Instant now) {
    rounds++;
    lastMicros = TimeUnit.NANOSECONDS.toMicros(nanos);
    maxMicros = Math.max(maxMicros, lastMicros);
    sumMicros += lastMicros;
    lastAt = now;
    looked +=
        plan.waits().size()
            + plan.decisions().stream().filter(Decision.Start.class::isInstance).count();
  }

  /** An event is durable. */
  void follow(PartitionEvent event) {
    if (event instanceof PartitionEvent.JobEnqueued(var job, _, _, _) && job.attempt() <= 1) {
      submitted++;
    } else if (event instanceof PartitionEvent.NodesAllocated) {
      started++;
    } else if (event instanceof PartitionEvent.NodesReleased released) {
      ended(released.ended());
    } else if (event instanceof PartitionEvent.JobWithdrawn withdrawn) {
      ended(withdrawn.ended());
    } else if (event instanceof PartitionEvent.ElementsEnding ending) {
      cancelled += ending.never().count();
    }
  }

  /** The sums so far. */
  SchedulingCounts sums() {
    return new SchedulingCounts(
        since,
        submitted,
        started,
        completed,
        cancelled,
        failed,
        rounds,
        lastMicros,
        maxMicros,
        sumMicros,
        lastAt,
        looked);
  }

  private void ended(@Nullable JobStatus how) {
    if (how == null) {
      return;
    }
    switch (how) {
      case COMPLETED -> completed++;
      case CANCELLED -> cancelled++;
      case FAILED, TIMEOUT, NODE_FAIL, OUT_OF_MEMORY, DEADLINE -> failed++;
      case PENDING, RUNNING, COMPLETING -> {} // it goes on
    }
  }
}

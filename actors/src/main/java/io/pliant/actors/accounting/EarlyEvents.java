package io.pliant.actors.accounting;

import io.pliant.core.energy.StepShare;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStripes;
import io.pliant.core.partition.PartitionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.persistence.query.EventEnvelope;

/**
 * What a group of the journal says of a job of another group may be read before that job's
 * submission, which was acknowledged before. Such an event waits, until the other group was read
 * beyond the time at which the event was written, or has been silent for long.
 */
final class EarlyEvents {
  /** By so much clocks of controllers may differ. */
  static final Duration SKEW = Duration.ofSeconds(5);

  /** A group that says nothing for so long has nothing to say. */
  static final Duration IDLE = Duration.ofSeconds(30);

  private final List<GroupReading> readings;
  private final AccountingStore store;
  private final JobStripes stripes;

  /**
   * @param readings of all groups, by number
   * @param store the jobs that are known
   */
  EarlyEvents(List<GroupReading> readings, AccountingStore store) {
    this.readings = readings;
    this.store = store;
    this.stripes = new JobStripes(readings.size());
  }

  /** Whether the event has to wait. */
  boolean contains(GroupReading of, EventEnvelope envelope, Instant now) {
    if (readings.size() == 1) {
      return false;
    }
    Instant written = Instant.ofEpochMilli(envelope.timestamp()).plus(SKEW);
    return jobs(envelope.event())
        .filter(job -> stripes.groupOf(job) != of.group() && !store.knows(job))
        .anyMatch(job -> !readings.get(stripes.groupOf(job)).isPast(written, IDLE, now));
  }

  /** Jobs of which an event of a partition speaks. */
  private static Stream<JobId> jobs(Object event) {
    if (event instanceof PartitionEvent.EnergyCounted counted) {
      List<StepShare> steps = counted.steps();
      return Stream.concat(
          counted.shares().stream().map(share -> share.interval().job()),
          steps == null ? Stream.empty() : steps.stream().map(share -> share.step().job()));
    }
    return event instanceof PartitionEvent.JobEnergyCounted counted
        ? Stream.of(counted.job())
        : Stream.empty();
  }
}

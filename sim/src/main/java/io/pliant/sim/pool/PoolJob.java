package io.pliant.sim.pool;

import io.pliant.core.id.JobId;
import io.pliant.core.lease.Rank;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A rigid job of a pool; times are microseconds from the beginning.
 *
 * @param id 1 or more, in the order of submission
 * @param home partition, from 0
 * @param nodes that it runs on
 * @param run how long it runs
 * @param limit how long it may run, as its user said
 */
public record PoolJob(int id, int home, int nodes, long submit, long run, long limit) {
  /** Earlier jobs go first. */
  Rank rank() {
    return new Rank(0, PoolClock.instant(submit), new JobId(id));
  }

  /** By its limit, if it starts now. */
  Instant end(long now) {
    return PoolClock.instant(now + limit);
  }

  /** By its limit, if it starts then. */
  Instant endFrom(Instant start) {
    return start.plus(limit, ChronoUnit.MICROS);
  }
}

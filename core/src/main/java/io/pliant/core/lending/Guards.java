package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is promised of nodes here: it follows from a state at a time, and is asked for again and
 * again.
 */
final class Guards {
  private final Hearsay hearsay;
  private final Pledges pledges;
  private @Nullable Known known;

  private record Known(
      long version, Instant now, List<JobId> waiting, int pledged, HeadGuard guard) {}

  Guards(Hearsay hearsay, Pledges pledges) {
    this.hearsay = hearsay;
    this.pledges = pledges;
  }

  /**
   * As it is at that time.
   *
   * @param waiting jobs that a round could not start, in the order of the queue
   */
  HeadGuard of(PartitionState state, List<JobId> waiting, Instant now) {
    Known before = known;
    if (before != null
        && before.version() == state.version()
        && before.now().equals(now)
        && before.waiting().equals(waiting)
        && before.pledged() == pledges.revision()) {
      return before.guard();
    }
    int idle = LeaseRules.idle(state, now).size();
    HeadGuard guard =
        HeadGuard.of(state, idle, waiting, hearsay.like(state), pledges.claims(), now);
    known = new Known(state.version(), now, waiting, pledges.revision(), guard);
    return guard;
  }
}

package io.pliant.core.lending;

import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.PartitionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is promised of nodes here: it follows from a state at a time, and is asked for again and
 * again.
 */
final class Guards {
  private final Hearsay hearsay;
  private final WaitingSizes waiting;
  private final Pledges pledges;
  private @Nullable Known known;

  private record Known(long version, Instant now, long waiting, int pledged, HeadGuard guard) {}

  Guards(Hearsay hearsay, WaitingSizes waiting, Pledges pledges) {
    this.hearsay = hearsay;
    this.waiting = waiting;
    this.pledges = pledges;
  }

  /** As it is at that time. */
  HeadGuard of(PartitionState state, Instant now) {
    Known before = known;
    if (before != null
        && before.version() == state.version()
        && before.now().equals(now)
        && before.waiting() == waiting.revision()
        && before.pledged() == pledges.revision()) {
      return before.guard();
    }
    int idle = LeaseRules.idle(state, now).size();
    HeadGuard guard =
        HeadGuard.of(
            state, idle, waiting.fitting(state), hearsay.like(state), pledges.claims(), now);
    known = new Known(state.version(), now, waiting.revision(), pledges.revision(), guard);
    return guard;
  }
}

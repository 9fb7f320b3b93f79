package io.pliant.actors.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Tells the meter of a partition what its durable events say of times. */
final class MeteredEvents {
  private final PartitionName partition;
  private final PartitionMeter meter;
  private final Map<JobId, PartitionEvent.ResizeBegun> resizes = new TreeMap<>();

  MeteredEvents(PartitionName partition, PartitionMeter meter) {
    this.partition = partition;
    this.meter = meter;
  }

  /** A ledger was read anew: what began before is not known to be its own. */
  void reset() {
    resizes.clear();
  }

  /** An event is durable; {@code state} is the one after it. */
  void follow(PartitionState state, PartitionEvent event) {
    if (event instanceof PartitionEvent.NodesAllocated allocated) {
      Grant grant = state.grants().get(allocated.job());
      if (grant != null) {
        meter.started(partition, between(grant.job().submittedAt(), allocated.at()));
      }
    } else if (event instanceof PartitionEvent.ResizeBegun begun) {
      resizes.put(begun.job(), begun);
    } else if (event instanceof PartitionEvent.ResizeClosed closed) {
      PartitionEvent.ResizeBegun begun = resizes.remove(closed.job());
      if (begun != null) {
        meter.resized(
            partition, begun.resize().kind(), closed.result(), between(begun.at(), closed.at()));
      }
    } else if (event instanceof PartitionEvent.NodesReleased released) {
      resizes.remove(released.job());
    }
  }

  /** Not negative when the clock was set back meanwhile. */
  private static Duration between(Instant from, Instant until) {
    return until.isBefore(from) ? Duration.ZERO : Duration.between(from, until);
  }
}

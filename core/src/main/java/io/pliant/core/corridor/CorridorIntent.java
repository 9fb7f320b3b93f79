package io.pliant.core.corridor;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What somebody wants of the power corridor. */
public sealed interface CorridorIntent {
  /**
   * New bounds.
   *
   * @param from when they begin to hold; null or a time that has passed means now
   */
  record SetBounds(Corridor corridor, @Nullable Instant from, String by)
      implements CorridorIntent {}

  /** No bounds any more, neither now nor later. */
  record ClearBounds(String by) implements CorridorIntent {}

  /**
   * How a partition stands.
   *
   * @param nodes that share the corridor, 0 when the partition does not keep it
   * @param alarm a bound that it cannot meet, or null
   */
  record TakeNote(PartitionName partition, int nodes, @Nullable CorridorAlarm alarm)
      implements CorridorIntent {}
}

package io.pliant.core.corridor;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import java.time.Instant;

/** A fact about the power corridor. Additive, as job events are. */
public sealed interface CorridorEvent {
  Instant at();

  /**
   * Bounds were set.
   *
   * @param from when they begin to hold; at {@code at} or later
   * @param by who set them
   */
  record BoundsSet(Corridor corridor, Instant from, String by, Instant at)
      implements CorridorEvent {}

  /** All bounds are gone, those to come too. */
  record BoundsCleared(String by, Instant at) implements CorridorEvent {}

  /**
   * How many nodes of a partition share the corridor.
   *
   * @param nodes 0 when the partition does not keep it
   */
  record PartitionCounted(PartitionName partition, int nodes, Instant at)
      implements CorridorEvent {}

  /** A partition cannot meet a bound, or by another amount than before. */
  record AlarmRaised(PartitionName partition, CorridorAlarm alarm, Instant at)
      implements CorridorEvent {}

  /** A partition meets its bounds again, or has none any more. */
  record AlarmEnded(PartitionName partition, Instant at) implements CorridorEvent {}
}

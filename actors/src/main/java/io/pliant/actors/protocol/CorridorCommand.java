package io.pliant.actors.protocol;

import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.power.Corridor;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What the {@code PowerCorridor} entity accepts. */
public sealed interface CorridorCommand extends WireMessage {
  /**
   * How a partition stands; told each second, and answered by {@link
   * PartitionCommand.BoundsReported} to one that keeps the corridor.
   */
  record Standing(PartitionStanding standing) implements CorridorCommand {}

  /**
   * New bounds.
   *
   * @param from when they begin to hold, or null for now
   */
  record SetBounds(
      Corridor corridor, @Nullable Instant from, Submitter by, ActorRef<CorridorAnswer> replyTo)
      implements CorridorCommand {}

  /** No bounds any more, neither now nor later. */
  record ClearBounds(Submitter by, ActorRef<CorridorAnswer> replyTo) implements CorridorCommand {}

  /**
   * Bounds, partitions, alarms, and samples.
   *
   * @param after only samples after this time, the earliest first; null for the latest
   * @param samples at most so many; fewer are given when there are many partitions
   */
  record Show(@Nullable Instant after, int samples, ActorRef<CorridorAnswer> replyTo)
      implements CorridorCommand {}

  /** Internal timer: take a sample. */
  enum Sample implements CorridorCommand {
    INSTANCE
  }
}

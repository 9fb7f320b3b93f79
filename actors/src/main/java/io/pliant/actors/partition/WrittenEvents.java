package io.pliant.actors.partition;

import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Trigger;
import org.slf4j.Logger;

/**
 * What an event that is durable makes the partition do, besides the answers to who asked for it.
 */
final class WrittenEvents {
  private final GrantNotices grants;
  private final RoundSchedule rounds;
  private final Logger log;
  private final MeteredEvents metered;

  WrittenEvents(GrantNotices grants, RoundSchedule rounds, Logger log, MeteredEvents metered) {
    this.grants = grants;
    this.rounds = rounds;
    this.log = log;
    this.metered = metered;
  }

  void reset() {
    metered.reset();
  }

  void follow(PartitionState state, PartitionEvent event) {
    grants.follow(state, event);
    rounds.tally().follow(event);
    metered.follow(state, event);
    switch (event) {
      case PartitionEvent.ResizeBegun e -> rounds.begun(e.job());
      case PartitionEvent.NodeClosed e ->
          log.warn("node {} is closed to new jobs: {}", e.node(), e.reason());
      case PartitionEvent.NodeOpened e -> {
        log.info("node {} is open again: {}", e.node(), e.reason());
        rounds.want(Trigger.NODE_CHANGED);
      }
      case PartitionEvent.NodeRegistered _,
          PartitionEvent.NodeCameUp _,
          PartitionEvent.ReservationMade _,
          PartitionEvent.ReservationDeleted _ ->
          rounds.want(Trigger.NODE_CHANGED);
      case PartitionEvent.DependencyChanged _, PartitionEvent.JobRevised _ ->
          rounds.want(Trigger.JOB_CHANGED);
      case PartitionEvent.TermStarted _,
          PartitionEvent.NodeWentDown _,
          PartitionEvent.NodeDrained _,
          PartitionEvent.NodeFaulted _,
          PartitionEvent.NodeResumed _,
          PartitionEvent.NodeRemoved _,
          PartitionEvent.JobEnqueued _,
          PartitionEvent.JobWithdrawn _,
          PartitionEvent.ElementsEnding _,
          PartitionEvent.TellingBegun _,
          PartitionEvent.TellingEnded _,
          PartitionEvent.ElementsWatched _,
          PartitionEvent.JobHeldChanged _,
          PartitionEvent.NodesAllocated _,
          PartitionEvent.NodesReleased _,
          PartitionEvent.ResizeClosed _,
          PartitionEvent.NodeReturned _,
          PartitionEvent.EnergyCounted _,
          PartitionEvent.JobEnergyCounted _,
          PartitionEvent.StartsPromised _,
          PartitionEvent.NodesLent _,
          PartitionEvent.NodesReturned _,
          PartitionEvent.LeaseNumbersUsed _,
          PartitionEvent.LeaseDisowned _ -> {}
    }
  }
}

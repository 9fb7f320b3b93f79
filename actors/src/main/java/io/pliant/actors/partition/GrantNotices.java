package io.pliant.actors.partition;

import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobIntent;
import io.pliant.core.partition.Deadlines;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Tells jobs what their partition holds for them, and which of them it will not start. */
record GrantNotices(Peers peers) {
  /** Tells whom an event concerns, once it is durable. */
  void follow(PartitionState state, PartitionEvent event) {
    switch (event) {
      case PartitionEvent.NodesAllocated e -> tell(state, e.job());
      case PartitionEvent.NodeWentDown e ->
          state.grants().values().stream()
              .filter(grant -> grant.holds(e.node()))
              .forEach(grant -> tell(state, grant));
      case PartitionEvent.ResizeBegun e -> tell(state, e.job());
      case PartitionEvent.ResizeClosed e -> tell(state, e.job());
      default -> {}
    }
  }

  void tellAll(PartitionState state) {
    state.grants().values().forEach(grant -> tell(state, grant));
  }

  /** Wakes jobs that could no longer end before their deadlines; said again until they are gone. */
  void tellOfDeadlines(PartitionState state, Instant now) {
    for (QueuedJob late : Deadlines.passed(state, now)) {
      peers.tell(late.job(), new JobCommand.DeadlinePassed(late.attempt()));
    }
  }

  /** What the job has now; nothing when it was released in the same write. */
  void tell(PartitionState state, JobId job) {
    Grant grant = state.grants().get(job);
    if (grant != null) {
      tell(state, grant);
    }
  }

  private void tell(PartitionState state, Grant grant) {
    List<NodeName> lost =
        grant.occupied().stream()
            .map(Slice::node)
            .filter(node -> !Objects.requireNonNull(state.nodes().get(node)).up())
            .toList();
    boolean malleable = grant.job().malleable() != null;
    peers.tell(
        grant.job().job(),
        new JobCommand.Granted(
            new JobIntent.Granted(
                grant.attempt(),
                grant.allocation(),
                state.term(),
                lost,
                malleable ? grant.sizes() : null,
                state.version())));
    Resize active = grant.sizes().active();
    if (active != null) {
      peers.tell(grant.job().job(), new ApplicationCommand.Begin(grant.attempt(), active));
    }
  }
}

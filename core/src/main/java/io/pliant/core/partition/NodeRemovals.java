package io.pliant.core.partition;

import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionEvent.NodeRemoved;
import io.pliant.core.partition.PartitionEvent.NodeWentDown;
import java.time.Instant;

/** Taking a node out of a partition for good: only when nobody holds anything of it. */
final class NodeRemovals {
  private NodeRemovals() {}

  static PartitionOutcome decide(
      PartitionState state, PartitionIntent.RemoveNode remove, Instant now) {
    NodeRecord known = state.nodes().get(remove.node());
    if (known == null) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    if (known.jobs() == 0) {
      return PartitionOutcome.of(
          new PartitionReply.Done(), new NodeRemoved(remove.node(), remove.by(), now));
    }
    PartitionReply jobs =
        new PartitionReply.Refused(
            Refusal.conflict(
                "Expected node %s to be without jobs, but %d hold a part of it. Wait for them, cancel them, or use --force."
                    .formatted(remove.node(), known.jobs())));
    return remove.force() && known.up()
        ? PartitionOutcome.of(
            jobs, new NodeWentDown(remove.node(), "removed by " + remove.by(), now))
        : PartitionOutcome.of(jobs);
  }
}

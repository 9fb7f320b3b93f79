package io.pliant.core.partition;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.node.Health;
import io.pliant.core.node.NodeFault;
import io.pliant.core.partition.PartitionEvent.NodeCameUp;
import io.pliant.core.partition.PartitionEvent.NodeClosed;
import io.pliant.core.partition.PartitionEvent.NodeDrained;
import io.pliant.core.partition.PartitionEvent.NodeFaulted;
import io.pliant.core.partition.PartitionEvent.NodeOpened;
import io.pliant.core.partition.PartitionEvent.NodeRegistered;
import io.pliant.core.partition.PartitionEvent.NodeResumed;
import io.pliant.core.partition.PartitionEvent.NodeWentDown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which nodes come, go, are closed and open again. The partition closes and opens by
 * what nodes say and do, an operator by drain and resume; neither undoes what the other has said,
 * but for an operator's resume, which opens the node in any case.
 */
record NodeRules(PartitionSettings settings) {
  PartitionOutcome seen(PartitionState state, PartitionIntent.NodeSeen seen, Instant now) {
    List<AttemptId> stale =
        seen.running().stream().filter(a -> !holds(state, seen.node(), a)).toList();
    PartitionReply reply =
        stale.isEmpty() ? new PartitionReply.Done() : new PartitionReply.StaleTasks(stale);
    NodeRecord known = state.nodes().get(seen.node());
    List<PartitionEvent> events = new ArrayList<>();
    if (known == null) {
      events.add(new NodeRegistered(seen.node(), seen.capacity(), now));
      return new PartitionOutcome(events, reply);
    }
    if (known.up() || stale.isEmpty()) {
      if (!known.capacity().equals(seen.capacity())) {
        events.add(new NodeRegistered(seen.node(), seen.capacity(), now));
      } else if (!known.up()) {
        events.add(new NodeCameUp(seen.node(), now));
      }
    }
    PartitionEvent change = health(known, seen.health(), now);
    if (change != null) {
      events.add(change);
    }
    return new PartitionOutcome(events, reply);
  }

  private static boolean holds(PartitionState state, NodeName node, AttemptId attempt) {
    Grant grant = state.grants().get(attempt.job());
    return grant != null && grant.attempt() == attempt.attempt() && !grant.isLent(node)
        ? grant.holds(node)
        : state.leases().holds(node, attempt);
  }

  private @Nullable PartitionEvent health(NodeRecord known, @Nullable Health health, Instant now) {
    Closure closure = known.closure();
    if (health == null) {
      return null;
    }
    String trouble = health.trouble();
    if (trouble != null) {
      return closure == null || !closure.probed()
          ? new NodeClosed(known.name(), trouble, true, now)
          : null;
    }
    boolean opens =
        closure != null
            && (closure.probed() || !now.isBefore(closure.at().plus(settings.faults().within())));
    return opens ? new NodeOpened(known.name(), "its probe passes", now) : null;
  }

  /** What an attempt that is repeated tells of its nodes. */
  List<PartitionEvent> faulted(PartitionState state, QueuedJob job, Instant now) {
    List<NodeFault> faults = job.faults();
    List<PartitionEvent> events = new ArrayList<>();
    if (faults == null) {
      return events;
    }
    Instant since = now.minus(settings.faults().within());
    for (NodeFault fault : faults) {
      NodeRecord known = state.nodes().get(fault.node());
      if (known == null) {
        continue;
      }
      events.add(new NodeFaulted(fault.node(), job.job(), job.attempt(), fault.evidence(), now));
      long recent = 1 + known.recentFaults().stream().filter(at -> at.isAfter(since)).count();
      if (recent >= settings.faults().closeAfter() && known.closure() == null) {
        String reason =
            "%d attempts failed on it within %d s; the last one: %s"
                .formatted(recent, settings.faults().within().toSeconds(), fault.evidence());
        events.add(new NodeClosed(fault.node(), reason, false, now));
      }
    }
    return events;
  }

  PartitionOutcome lost(PartitionState state, PartitionIntent.NodeLost lost, Instant now) {
    NodeRecord known = state.nodes().get(lost.node());
    return known == null || !known.up()
        ? PartitionOutcome.of(new PartitionReply.Done())
        : PartitionOutcome.of(
            new PartitionReply.Done(), new NodeWentDown(lost.node(), lost.reason(), now));
  }

  PartitionOutcome drain(PartitionState state, PartitionIntent.Drain drain, Instant now) {
    NodeRecord known = state.nodes().get(drain.node());
    if (known == null) {
      return unknown(drain.node());
    }
    return Objects.equals(known.drainReason(), drain.reason())
        ? PartitionOutcome.of(new PartitionReply.Done())
        : PartitionOutcome.of(
            new PartitionReply.Done(),
            new NodeDrained(drain.node(), drain.reason(), drain.by(), now));
  }

  PartitionOutcome resume(PartitionState state, PartitionIntent.Resume resume, Instant now) {
    NodeRecord known = state.nodes().get(resume.node());
    if (known == null) {
      return unknown(resume.node());
    }
    List<PartitionEvent> events = new ArrayList<>();
    if (known.drainReason() != null) {
      events.add(new NodeResumed(resume.node(), resume.by(), now));
    }
    if (known.closure() != null) {
      events.add(new NodeOpened(resume.node(), "resumed by " + resume.by(), now));
    }
    return new PartitionOutcome(events, new PartitionReply.Done());
  }

  private PartitionOutcome unknown(NodeName node) {
    return PartitionOutcome.of(
        new PartitionReply.Refused(
            Refusal.notFound(
                "Expected a node of partition %s, but it has no node '%s'."
                    .formatted(settings.name(), node))));
  }
}

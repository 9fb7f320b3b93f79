package io.pliant.actors.partition;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When each node was heard of last. Not durable: after a recovery, and after a pause of this
 * process, every node gets a full time-out before it is called silent.
 */
final class NodeWatch {
  private final Map<NodeName, Instant> lastSeen = new HashMap<>();
  private final Map<NodeName, NodeDescription> descriptions = new HashMap<>();
  private final Duration timeout;
  private final Duration interval;
  private Instant lastLook;

  NodeWatch(Duration timeout, Duration interval, Instant now) {
    this.timeout = timeout;
    this.interval = interval;
    this.lastLook = now;
  }

  void seen(NodeName node, NodeDescription description, Instant now) {
    lastSeen.put(node, now);
    descriptions.put(node, description);
  }

  @Nullable Instant lastSeen(NodeName node) {
    return lastSeen.get(node);
  }

  @Nullable NodeDescription description(NodeName node) {
    return descriptions.get(node);
  }

  /** Nodes that the ledger has up but that were silent for the whole time-out. */
  List<NodeName> silent(PartitionState state, Instant now) {
    boolean paused = Duration.between(lastLook, now).compareTo(interval.multipliedBy(3)) > 0;
    lastLook = now;
    List<NodeName> silent = new ArrayList<>();
    for (NodeRecord node : state.nodes().values()) {
      if (node.up() && silentFor(node.name(), now, paused)) {
        silent.add(node.name());
      }
    }
    return silent;
  }

  private boolean silentFor(NodeName node, Instant now, boolean paused) {
    Instant seen = lastSeen.get(node);
    if (seen == null || paused) {
      lastSeen.put(node, now);
      return false;
    }
    return Duration.between(seen, now).compareTo(timeout) > 0;
  }
}

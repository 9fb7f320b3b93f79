package io.pliant.core.sighting;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * When each node was heard of last. After a recovery, and after a pause of this process, every node
 * gets a full time-out before it is called silent.
 *
 * @param lastLook when the nodes were looked at last
 */
public record NodeSightings(TreePMap<NodeName, Seen> nodes, Instant lastLook) {
  /** A gap of so many intervals between two looks is a pause of this process. */
  private static final int PAUSE = 3;

  /**
   * The last that was heard of a node.
   *
   * @param description what its agent said, or null when it has said nothing yet
   */
  public record Seen(Instant at, @Nullable NodeDescription description) {}

  /**
   * How long is waited.
   *
   * @param timeout silence after which a node is down
   * @param interval between two looks
   */
  public record Patience(Duration timeout, Duration interval) {}

  /**
   * What came of a look.
   *
   * @param silent nodes that the ledger has up but that were silent for the whole time-out
   */
  public record Looked(NodeSightings next, List<NodeName> silent) {}

  /** Nothing was heard yet. */
  public static NodeSightings begun(Instant now) {
    return new NodeSightings(TreePMap.empty(), now);
  }

  /** With what an agent said just now. */
  public NodeSightings seen(NodeName node, NodeDescription description, Instant now) {
    return new NodeSightings(nodes.plus(node, new Seen(now, description)), lastLook);
  }

  public @Nullable Instant lastSeen(NodeName node) {
    Seen seen = nodes.get(node);
    return seen == null ? null : seen.at();
  }

  public @Nullable NodeDescription description(NodeName node) {
    Seen seen = nodes.get(node);
    return seen == null ? null : seen.description();
  }

  /** Looks for silent nodes. */
  public Looked look(PartitionState state, Patience patience, Instant now) {
    boolean paused =
        Duration.between(lastLook, now).compareTo(patience.interval().multipliedBy(PAUSE)) > 0;
    TreePMap<NodeName, Seen> known = nodes;
    List<NodeName> silent = new ArrayList<>();
    for (NodeRecord node : state.nodes().values()) {
      Seen seen = nodes.get(node.name());
      if (!node.up()) {
        continue;
      }
      if (seen == null || paused) {
        known = known.plus(node.name(), new Seen(now, seen == null ? null : seen.description()));
      } else if (Duration.between(seen.at(), now).compareTo(patience.timeout()) > 0) {
        silent.add(node.name());
      }
    }
    return new Looked(new NodeSightings(known, now), silent);
  }
}

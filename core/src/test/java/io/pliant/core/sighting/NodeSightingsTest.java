package io.pliant.core.sighting;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Two nodes that are up, looked at each second; a node may be silent for ten. */
final class NodeSightingsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final NodeName ONE = new NodeName("n1");
  private static final NodeName TWO = new NodeName("n2");
  private static final NodeCapacity CAPACITY = new NodeCapacity(4, 1000);
  private static final NodeDescription AGENT =
      new NodeDescription(
          "host", CAPACITY, "linux", "1", "subreaper", false, "ada", true, List.of());
  private static final NodeSightings.Patience PATIENCE =
      new NodeSightings.Patience(Duration.ofSeconds(10), Duration.ofSeconds(1));

  private final PartitionState state = twoNodes();
  private NodeSightings nodes = NodeSightings.begun(START);

  @Test
  void shouldCallANodeSilentAfterTheWholeTimeoutOnly() {
    assertThat(look(1)).isEmpty();
    for (int second = 2; second <= 11; second++) {
      nodes = nodes.seen(ONE, AGENT, START.plusSeconds(second));
      assertThat(look(second)).isEmpty();
    }
    nodes = nodes.seen(ONE, AGENT, START.plusSeconds(12));
    assertThat(look(12)).as("not heard of since the first look").containsExactly(TWO);
    assertThat(nodes.lastSeen(ONE)).isEqualTo(START.plusSeconds(12));
    assertThat(nodes.description(ONE)).isEqualTo(AGENT);
    assertThat(nodes.description(TWO)).isNull();
  }

  @Test
  void shouldGiveEveryNodeAFullTimeoutAfterAPauseOfThisProcess() {
    nodes = nodes.seen(ONE, AGENT, START).seen(TWO, AGENT, START);
    assertThat(look(1)).isEmpty();

    assertThat(look(100)).as("a pause").isEmpty();
    assertThat(Objects.requireNonNull(nodes.description(TWO)).host()).isEqualTo("host");
    for (int second = 101; second <= 110; second++) {
      assertThat(look(second)).isEmpty();
    }
    assertThat(look(111)).containsExactly(ONE, TWO);
  }

  private List<NodeName> look(int second) {
    NodeSightings.Looked looked = nodes.look(state, PATIENCE, START.plusSeconds(second));
    nodes = looked.next();
    return looked.silent();
  }

  private static PartitionState twoNodes() {
    PartitionName main = new PartitionName("main");
    PartitionLifecycle lifecycle =
        new PartitionLifecycle(
            new PartitionSettings(main, true, "*", "easy", Duration.ofHours(1), null, true, 5));
    PartitionState state = PartitionState.empty(main);
    for (NodeName node : List.of(ONE, TWO)) {
      PartitionIntent seen = new PartitionIntent.NodeSeen(node, CAPACITY, List.of());
      for (var event : lifecycle.decide(state, seen, START).events()) {
        state = state.evolve(event);
      }
    }
    return state;
  }
}

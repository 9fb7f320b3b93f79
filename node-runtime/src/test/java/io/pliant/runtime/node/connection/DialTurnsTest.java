package io.pliant.runtime.node.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.ControllerMessage;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestNode;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;

class DialTurnsTest {
  private static final InetSocketAddress ONE = InetSocketAddress.createUnresolved("c1", 1);
  private static final InetSocketAddress TWO = InetSocketAddress.createUnresolved("c2", 1);

  private final DialTurns turns = new DialTurns(2);
  private final List<String> begun = new ArrayList<>();

  @Test
  void shouldLetTheOthersInInTheirOrder() {
    DialTurns.Turn a = join(ONE, "a");
    DialTurns.Turn b = join(ONE, "b");
    DialTurns.Turn c = join(ONE, "c");
    DialTurns.Turn d = join(ONE, "d");
    join(ONE, "e");
    assertThat(begun).containsExactly("a", "b");

    c.end(); // it does not want to any more
    b.end();
    assertThat(begun).containsExactly("a", "b", "d");

    b.end(); // said twice
    assertThat(begun).hasSize(3);
    a.end();
    d.end();
    assertThat(begun).containsExactly("a", "b", "d", "e");
  }

  @Test
  void shouldNotWaitForThoseWhoDialAnotherAddress() {
    join(ONE, "a");
    join(ONE, "b");
    join(ONE, "c");

    join(TWO, "d");

    assertThat(begun).containsExactly("a", "b", "d");
  }

  /** A controller that lets nobody in until it is told to, and then one after the other. */
  @Test
  void shouldKeepFewConnectionsWithoutAWelcomeAndBringAllNodesIn() {
    int nodes = 3 * DialTurns.AT_ONCE;
    try (TestController controller = TestController.start()) {
      controller.welcoming(false);
      try (TestNode node = TestNode.start(controller, nodes)) {
        Set<NodeName> in = new TreeSet<>();
        int most = 0;
        while (in.size() < nodes) {
          int expected = Math.min(nodes, in.size() + DialTurns.AT_ONCE);
          controller.await(() -> sessions(controller).size() >= expected, expected + " hellos");
          Map<NodeName, ActorRef<ControllerMessage>> sessions = sessions(controller);
          most = Math.max(most, sessions.size() - in.size());
          sessions.keySet().removeAll(in);
          NodeName next = sessions.keySet().iterator().next();
          welcome(Objects.requireNonNull(sessions.get(next)));
          in.add(next);
        }
        assertThat(most).isEqualTo(DialTurns.AT_ONCE);
        assertThat(node.name()).isIn(in);
      }
    }
  }

  private static void welcome(ActorRef<ControllerMessage> session) {
    session.tell(
        new ControllerMessage.Welcome(
            new PartitionName("main"), "test", 2_000, null, null, 60_000));
  }

  /** The newest session of each node, in the order in which they came first. */
  private static Map<NodeName, ActorRef<ControllerMessage>> sessions(TestController controller) {
    Map<NodeName, ActorRef<ControllerMessage>> sessions = new LinkedHashMap<>();
    for (NodeCommand.AgentConnected c : controller.commands(NodeCommand.AgentConnected.class)) {
      sessions.put(c.hello().node(), c.session());
    }
    return sessions;
  }

  private DialTurns.Turn join(InetSocketAddress to, String name) {
    return turns.join(to, () -> begun.add(name));
  }
}

package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.step.StepReport;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmulationTest {
  private static final int NODES = 50;

  @Test
  void shouldServeEachEmulatedNodeOverItsOwnConnection() {
    try (TestController controller = TestController.start();
        TestNode node = TestNode.start(controller, NODES)) {
      // given
      controller.await(() -> connected(controller) == NODES, "all nodes");

      // when: the same step on all nodes of one host
      for (int i = 1; i <= NODES; i++) {
        controller.launch(on(new NodeName("n" + i), i - 1, node));
      }

      // then
      controller.await(() -> ended(controller).size() == NODES, "all ends");
      assertThat(ended(controller)).filteredOn(end -> !end.worstExit().success()).isEmpty();
      List<NodeDescription> described =
          controller.commands(NodeCommand.AgentConnected.class).stream()
              .map(command -> command.hello().description())
              .distinct()
              .toList();
      assertThat(described).singleElement().satisfies(one -> assertThat(one.emulated()).isTrue());
      assertThat(node.output("out").lines().sorted())
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, NODES).mapToObj(i -> "n" + i).sorted().toList());
    }
  }

  private static long connected(TestController controller) {
    return controller.commands(NodeCommand.AgentConnected.class).stream()
        .map(command -> command.hello().node())
        .distinct()
        .count();
  }

  private static List<StepReport.Ended> ended(TestController controller) {
    return controller.reports().stream()
        .filter(StepReport.Ended.class::isInstance)
        .map(StepReport.Ended.class::cast)
        .distinct()
        .toList();
  }

  private static StepLaunch on(NodeName name, int index, TestNode node) {
    StepLaunch one =
        node.tasks(1, 0, 1, "sh", "-c", "echo $SLURMD_NODENAME").firstRank(index).order();
    return new StepLaunch(
        new StepId(new JobId(1), 1, 0),
        one.jobName(),
        name,
        one.partition(),
        one.term(),
        one.user(),
        null,
        one.command(),
        index,
        1,
        NODES,
        Math.max(index, 1),
        one.environment(),
        one.workingDirectory(),
        one.files(),
        null,
        null,
        1,
        one.cpus(),
        one.memoryMb(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}

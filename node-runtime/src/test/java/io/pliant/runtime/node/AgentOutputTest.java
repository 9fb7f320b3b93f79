package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent shows output to its controller, over the real connection. */
class AgentOutputTest {
  private static final NodeName NODE = new NodeName("n1");

  private TestController controller;
  private TestNode node;

  @BeforeEach
  void start() {
    controller = TestController.start();
    node = TestNode.start(controller);
  }

  @AfterEach
  void stop() {
    node.close();
    controller.close();
  }

  @Test
  void shouldShowWhatAStepHasWrittenSoFar() throws IOException {
    StepId step = node.script(1, "echo so far; until [ -e go ]; do sleep 0.02; done").launch();
    controller.started(step);
    Path out = node.work.resolve("out");
    controller.await(() -> Files.exists(out) && size(out) > 0, "output");

    ask(7, out.toString());

    OutputAnswer answer = answers(1).getFirst();
    assertThat(answer.number()).isEqualTo(7);
    assertThat(new String(Base64.getDecoder().decode(answer.data()), StandardCharsets.UTF_8))
        .isEqualTo("so far\n");
    Files.createFile(node.work.resolve("go"));
    controller.ended(step);
  }

  @Test
  void shouldSayOfEachQuestionWhatBecameOfIt() {
    controller.awaitConnection(NODE);

    ask(8, node.work.resolve("none").toString());
    ask(9, "relative");

    assertThat(answers(2))
        .extracting(OutputAnswer::number, OutputAnswer::result)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(8L, OutputAnswer.Result.MISSING),
            org.assertj.core.groups.Tuple.tuple(9L, OutputAnswer.Result.MISSING));
  }

  private void ask(long number, String path) {
    int uid = ownUid();
    controller.send(
        NODE,
        new ControllerMessage.ReadOutput(new OutputQuestion(number, "own", uid, uid, path, 0)));
  }

  private List<OutputAnswer> answers(int count) {
    controller.await(
        () -> controller.messages(AgentMessage.OutputRead.class).size() >= count,
        count + " answers");
    return controller.messages(AgentMessage.OutputRead.class).stream()
        .map(AgentMessage.OutputRead::answer)
        .toList();
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  private static int ownUid() {
    try {
      return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

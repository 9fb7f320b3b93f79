package io.pliant.actors.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputAnswer.Result;
import io.pliant.core.node.OutputQuestion;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.junit.jupiter.api.Test;

final class OutputQuestionsTest {
  private final OutputQuestions questions = new OutputQuestions();
  private final TestInbox<ControllerMessage> agent = TestInbox.create();
  private final TestInbox<NodeCommand.OutputTold> ada = TestInbox.create();
  private final TestInbox<NodeCommand.OutputTold> bob = TestInbox.create();

  @Test
  void shouldHandEachAnswerToWhoHasAsked() {
    questions.ask(ask("/a", ada), agent.getRef());
    questions.ask(ask("/b", bob), agent.getRef());
    List<OutputQuestion> asked = asked();

    questions.answered(read(asked.get(1).number(), "b"));
    questions.answered(read(asked.get(0).number(), "a"));

    assertThat(asked).extracting(OutputQuestion::path).containsExactly("/a", "/b");
    assertThat(ada.receiveMessage().answer().data()).isEqualTo("a");
    assertThat(bob.receiveMessage().answer().data()).isEqualTo("b");
  }

  @Test
  void shouldDropWhatNobodyHasAskedFor() {
    questions.ask(ask("/a", ada), agent.getRef());
    long number = asked().getFirst().number();

    questions.answered(read(number + 1, "of another"));
    questions.answered(read(number, "first"));
    questions.answered(read(number, "second"));

    assertThat(ada.getAllReceived())
        .extracting(told -> told.answer().data())
        .containsExactly("first");
  }

  @Test
  void shouldTellWhoWaitsThatTheAgentIsGone() {
    questions.ask(ask("/a", ada), agent.getRef());

    questions.forget();
    questions.answered(read(asked().getFirst().number(), "late"));

    assertThat(ada.getAllReceived())
        .extracting(told -> told.answer().result())
        .containsExactly(Result.BUSY);
  }

  @Test
  void shouldBoundWhatIsOpen() {
    for (int i = 0; i < 40; i++) {
      questions.ask(ask("/a", ada), agent.getRef());
    }

    assertThat(asked()).hasSize(32);
    assertThat(ada.getAllReceived())
        .hasSize(8)
        .allMatch(told -> told.answer().result() == Result.BUSY);
  }

  private List<OutputQuestion> asked() {
    return agent.getAllReceived().stream()
        .map(message -> ((ControllerMessage.ReadOutput) message).question())
        .toList();
  }

  private static NodeCommand.ReadOutput ask(String path, TestInbox<NodeCommand.OutputTold> to) {
    return new NodeCommand.ReadOutput(new OutputQuestion(0, "ada", 1, 1, path, 0), to.getRef());
  }

  private static OutputAnswer read(long number, String data) {
    return new OutputAnswer(number, Result.READ, "", 1, 0, data);
  }
}

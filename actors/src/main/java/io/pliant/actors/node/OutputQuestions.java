package io.pliant.actors.node;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputAnswer.Result;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;

/** Questions for output that the agent of a node has not answered yet. */
final class OutputQuestions {
  private static final int MOST = 32;

  private final Map<Long, ActorRef<NodeCommand.OutputTold>> open = new LinkedHashMap<>();
  private long last;

  /** Hands a question on to the agent. */
  void ask(NodeCommand.ReadOutput command, ActorRef<ControllerMessage> session) {
    if (open.size() >= MOST) {
      refuse(command, Result.BUSY, "Too many look at output of this node. Try again soon.");
      return;
    }
    open.put(++last, command.replyTo());
    session.tell(new ControllerMessage.ReadOutput(command.question().numbered(last)));
  }

  /** Answers without the agent. */
  static void refuse(NodeCommand.ReadOutput command, Result result, String why) {
    command
        .replyTo()
        .tell(
            new NodeCommand.OutputTold(
                OutputAnswer.without(command.question().number(), result, why)));
  }

  /** Hands an answer on; one that nobody has asked for, or a second one, goes nowhere. */
  void answered(OutputAnswer answer) {
    ActorRef<NodeCommand.OutputTold> asker = open.remove(answer.number());
    if (asker != null) {
      asker.tell(new NodeCommand.OutputTold(answer));
    }
  }

  /** The agent that was asked is gone, or another connection has come. */
  void forget() {
    open.forEach((number, asker) ->
        asker.tell(
            new NodeCommand.OutputTold(
                OutputAnswer.without(
                    number, Result.BUSY, "The node's agent is connecting anew. Try again soon."))));
    open.clear();
  }
}

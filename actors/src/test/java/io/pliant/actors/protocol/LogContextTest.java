package io.pliant.actors.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import java.util.Map;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

final class LogContextTest {
  private static Behavior<String> actor(ActorRef<Map<String, String>> seen) {
    return LogContext.of(
        new NodeName("n1"),
        String.class,
        Behaviors.receiveMessage(message -> {
          if (message.equals("of a job")) {
            LogContext.job(new JobId(7));
          }
          seen.tell(Map.copyOf(MDC.getCopyOfContextMap()));
          return Behaviors.same();
        }));
  }

  /** What one message was about is not said of the next one. */
  @Test
  void shouldForgetAMessagesJobWithTheMessage() {
    ActorTestKit kit = ActorTestKit.create();
    try {
      TestProbe<Map<String, String>> seen = kit.createTestProbe();
      ActorRef<String> actor = kit.spawn(actor(seen.ref()));
      actor.tell("of a job");
      assertThat(seen.receiveMessage()).containsEntry("node", "n1").containsEntry("job", "7");
      actor.tell("of none");
      assertThat(seen.receiveMessage()).containsEntry("node", "n1").doesNotContainKey("job");
    } finally {
      kit.shutdownTestKit();
    }
  }
}

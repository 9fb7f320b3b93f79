package io.pliant.actors.register;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.RegisterAnswer;
import io.pliant.actors.protocol.RegisterCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.register.RegisterIntent;
import io.pliant.core.register.RegisterReply;
import java.time.Duration;
import java.time.Instant;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeRegisterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final ActorTestKit kit =
      ActorTestKit.create(
          ConfigFactory.parseString(
              """
              pekko.persistence.journal.plugin = "pekko.persistence.journal.inmem"
              pekko.persistence.snapshot-store.plugin = "pekko.persistence.no-snapshot-store"
              """));
  private final TestProbe<RegisterAnswer> anybody = kit.createTestProbe();
  private ActorRef<RegisterCommand> register = spawn();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void shouldKnowWordsAndRevocationsAtTheNextController() {
    decide(new RegisterIntent.MakeWord("w", "n[1-2]", NOW.plusSeconds(60), "root"));
    assertThat(decide(new RegisterIntent.UseWord("w", "key")))
        .isEqualTo(new RegisterReply.Granted("n[1-2]", null));
    decide(new RegisterIntent.Revoke(new NodeName("n9"), "root"));
    kit.stop(register, PATIENCE);

    register = spawn();

    assertThat(decide(new RegisterIntent.UseWord("w", "other")))
        .isInstanceOf(RegisterReply.Refused.class);
    assertThat(revoked(null).nodes()).containsOnlyKeys(new NodeName("n9")).containsValue(NOW);
  }

  @Test
  void shouldTellRevocationsInPages() {
    for (int i = 1000; i < 2100; i++) {
      decide(new RegisterIntent.Revoke(new NodeName("n" + i), "root"));
    }
    RegisterAnswer.Revoked first = revoked(null);
    RegisterAnswer.Revoked second = revoked(first.next());
    RegisterAnswer.Revoked third = revoked(second.next());

    assertThat(first.nodes()).hasSize(500);
    assertThat(second.nodes()).hasSize(500).doesNotContainKeys(new NodeName("n1499"));
    assertThat(third.nodes()).hasSize(100).containsKey(new NodeName("n2099"));
    assertThat(third.next()).isNull();
  }

  private RegisterReply decide(RegisterIntent intent) {
    register.tell(new RegisterCommand.Decide(intent, anybody.getRef()));
    return anybody.expectMessageClass(RegisterAnswer.Decided.class, PATIENCE).reply();
  }

  private RegisterAnswer.Revoked revoked(@Nullable NodeName after) {
    register.tell(new RegisterCommand.GetRevoked(after, anybody.getRef()));
    return anybody.expectMessageClass(RegisterAnswer.Revoked.class, PATIENCE);
  }

  private ActorRef<RegisterCommand> spawn() {
    return kit.spawn(new NodeRegister(() -> NOW));
  }
}

package io.pliant.runtime.node.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.node.AgentMessage;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private static final InetSocketAddress TO = InetSocketAddress.createUnresolved("c1", 1);

  private final DialTurns turns = new DialTurns(1);
  private final List<String> begun = new ArrayList<>();
  private final Attempt attempt = new Attempt(7);

  @Test
  void shouldCountOnlyUntilItIsOver() {
    assertThat(attempt.is(7)).isTrue();
    assertThat(attempt.is(6)).isFalse();

    attempt.end();

    assertThat(attempt.is(7)).isFalse();
  }

  @Test
  void shouldLetTheNextDialOnceItIsWelcomeOrOver() {
    attempt.queued(turns.join(TO, () -> begun.add("this")));
    Attempt next = new Attempt(1);
    next.queued(turns.join(TO, () -> begun.add("next")));
    turns.join(TO, () -> begun.add("last"));
    assertThat(begun).containsExactly("this");

    assertThat(attempt.welcomed()).isTrue();
    assertThat(attempt.welcomed()).as("the answer to a heartbeat").isFalse();
    assertThat(begun).containsExactly("this", "next");
    attempt.end();
    assertThat(begun).hasSize(2);

    next.end();
    assertThat(begun).containsExactly("this", "next", "last");
  }

  @Test
  void shouldDropWhatIsSaidWithoutAConnection() {
    assertThat(attempt.isOpen()).isFalse();
    assertThat(attempt.say(new AgentMessage.Goodbye("test"))).isTrue();
  }
}

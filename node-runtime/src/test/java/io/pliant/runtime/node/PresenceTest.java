package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.ControllerMessage.Welcome;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.NodeCapacity;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PresenceTest {
  private static final NodeDescription DESCRIPTION =
      new NodeDescription(
          "host", new NodeCapacity(1, 1), "Linux", "1", "session", false, "me", false, List.of());

  @Test
  void shouldSendHeartbeatsAsOftenAsTheControllerWantsThem() {
    assertThat(self(null).interval(welcome(2_000))).isEqualTo(Duration.ofSeconds(2));
    assertThat(self(Duration.ofSeconds(7)).interval(welcome(2_000)))
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void shouldNotSendThemMoreOftenThanAControllerMayAskFor() {
    assertThat(self(null).interval(welcome(1))).isEqualTo(Duration.ofMillis(100));
    assertThat(self(null).interval(welcome(0))).isEqualTo(Duration.ofMillis(100));
    assertThat(self(null).interval(welcome(Integer.MIN_VALUE))).isEqualTo(Duration.ofMillis(100));
  }

  private static Presence.Self self(@Nullable Duration heartbeat) {
    return new Presence.Self(new NodeName("n1"), DESCRIPTION, "word", heartbeat);
  }

  private static Welcome welcome(int heartbeatMillis) {
    return new Welcome(new PartitionName("main"), "c1", heartbeatMillis, null, null, null);
  }
}

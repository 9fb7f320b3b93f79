package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class AgentFramesTest {
  @Test
  void shouldReadBackEveryAgentMessage() {
    for (AgentMessage message : Samples.agentMessages()) {
      assertThat(AgentFrames.decodeAgentMessage(AgentFrames.encode(message))).isEqualTo(message);
    }
    assertThat(Samples.agentMessages().stream().map(Object::getClass).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(AgentMessage.class.getPermittedSubclasses());
  }

  @Test
  void shouldReadBackEveryControllerMessage() {
    for (ControllerMessage message : Samples.controllerMessages()) {
      assertThat(AgentFrames.decodeControllerMessage(AgentFrames.encode(message)))
          .isEqualTo(message);
    }
    assertThat(
            Samples.controllerMessages().stream().map(Object::getClass).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(ControllerMessage.class.getPermittedSubclasses());
  }

  @Test
  void shouldSayMalformedWhenBytesAreGarbage() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      byte[] garbage = new byte[random.nextInt(64)];
      random.nextBytes(garbage);
      assertThatThrownBy(() -> AgentFrames.decodeAgentMessage(garbage))
          .isInstanceOf(MalformedFrame.class);
    }
  }

  @Test
  void shouldNeverThrowAnythingButMalformedWhenAFrameIsDamaged() {
    Random random = new Random(11);
    for (ControllerMessage message : Samples.controllerMessages()) {
      byte[] whole = AgentFrames.encode(message);
      for (int length = 0; length < whole.length; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> AgentFrames.decodeControllerMessage(cut))
            .isInstanceOf(MalformedFrame.class);
      }
      for (int round = 0; round < 500; round++) {
        byte[] flipped = whole.clone();
        flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
        decodeOrRefuse(flipped);
      }
    }
  }

  @Test
  void shouldNameTheMissingPropertyWhenAFrameIsIncomplete() throws Exception {
    ObjectNode tree =
        (ObjectNode)
            WireJson.cbor().readTree(AgentFrames.encode(new AgentMessage.Goodbye("stopped")));
    tree.remove("reason");
    byte[] frame = WireJson.cbor().writeValueAsBytes(tree);
    assertThatThrownBy(() -> AgentFrames.decodeAgentMessage(frame))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("reason");
  }

  @Test
  void shouldSkipUnknownPropertiesWhenThePeerIsNewer() throws Exception {
    AgentMessage message = new AgentMessage.Goodbye("stopped");
    ObjectNode tree = (ObjectNode) WireJson.cbor().readTree(AgentFrames.encode(message));
    tree.put("mood", "fine");
    byte[] frame = WireJson.cbor().writeValueAsBytes(tree);
    assertThat(AgentFrames.decodeAgentMessage(frame)).isEqualTo(message);
  }

  private static void decodeOrRefuse(byte[] bytes) {
    try {
      assertThat(AgentFrames.decodeControllerMessage(bytes)).isNotNull();
    } catch (MalformedFrame e) {
      assertThat(e).hasMessageStartingWith("Expected a CBOR ControllerMessage");
    }
  }
}

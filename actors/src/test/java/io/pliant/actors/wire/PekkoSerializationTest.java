package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.node.ControllerMessage;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.jackson.JacksonCborSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class PekkoSerializationTest {
  private static final ActorTestKit KIT = ActorTestKit.create();

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  @Test
  void shouldUseCborForEverythingPersistedOrSent() throws Exception {
    TestProbe<ControllerMessage> probe = KIT.createTestProbe();
    List<Object> all = new ArrayList<>(Samples.jobEvents());
    all.addAll(Samples.partitionEvents());
    all.addAll(Samples.agentMessages());
    all.addAll(Samples.controllerMessages());
    all.add(new NodeCommand.AgentSpoke(Samples.agentMessages().get(3), probe.getRef(), null));
    all.add(new NodeCommand.SendLaunch(Samples.launch()));
    all.add(new NodeCommand.SendPowerCounted(Samples.MICROS));
    all.add(new NodeCommand.SendLimits(120, List.of(Samples.JOB)));
    all.add(new PartitionCommand.PowerSeen(Samples.NODE, Samples.powerReport()));
    Serialization serialization = SerializationExtension.get(Adapter.toClassic(KIT.system()));
    for (Object value : all) {
      var serializer = serialization.findSerializerFor(value);
      assertThat(serializer).isInstanceOf(JacksonCborSerializer.class);
      JacksonCborSerializer cbor = (JacksonCborSerializer) serializer;
      assertThat(cbor.manifest(value)).isEqualTo(value.getClass().getName());
      byte[] bytes = serialization.serialize(value).get();
      assertThat(serialization.deserialize(bytes, cbor.identifier(), cbor.manifest(value)).get())
          .isEqualTo(value);
    }
  }
}

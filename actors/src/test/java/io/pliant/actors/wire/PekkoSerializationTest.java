package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.adaptation.ApplicationOrder;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.Vacancy;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.job.JobIntent;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

final class PekkoSerializationTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          ConfigFactory.parseMap(Map.of(WireCbor.SETTING, WireCbor.class.getName()))
              .withFallback(ConfigFactory.load()));

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
    all.addAll(intents());
    all.addAll(PackSamples.messages());
    all.addAll(LeaseSamples.messages());
    Serialization serialization = SerializationExtension.get(Adapter.toClassic(KIT.system()));
    for (Object value : all) {
      var serializer = serialization.findSerializerFor(value);
      assertThat(serializer).isInstanceOf(WireCbor.class);
      WireCbor cbor = (WireCbor) serializer;
      assertThat(cbor.manifest(value)).isEqualTo(value.getClass().getName());
      byte[] bytes = serialization.serialize(value).get();
      assertThat(serialization.deserialize(bytes, cbor.identifier(), cbor.manifest(value)).get())
          .isEqualTo(value);
    }
  }

  /** What is longer than a message may be (PekkoConfig) is dropped, however often it is said. */
  @Test
  void shouldFitTheLargestOfferIntoAMessage() {
    Serialization serialization = SerializationExtension.get(Adapter.toClassic(KIT.system()));
    byte[] bytes = serialization.serialize(LeaseSamples.offer(10_000)).get();
    assertThat(bytes.length).isBetween(1 << 20, 6 << 20);
  }

  /** What jobs and applications want, in the commands that carry it. */
  private static List<Object> intents() {
    AttemptId attempt = new AttemptId(Samples.JOB, 2);
    List<Object> all = new ArrayList<>();
    for (PartitionIntent.OfJob intent :
        List.of(
            new PartitionIntent.Release(attempt, JobStatus.COMPLETED),
            new PartitionIntent.ReturnNode(attempt, Samples.NODE, 3),
            new PartitionIntent.CloseResize(
                Samples.JOB, new LedgerEnd(2, 3, Result.REFUSED, List.of(), false)),
            new PartitionIntent.AskResize(attempt, new Wish("r1", Kind.GROW, 1, List.of())))) {
      PartitionCommand.OfJob order = new PartitionCommand.OfJob(intent);
      all.add(order);
      all.add(new PartitionCommand.Early(order, "mark"));
    }
    for (ApplicationOrder.ToJob order :
        List.of(
            new ApplicationOrder.StartTasks(1, 3, Samples.ALLOCATION.slices()),
            new ApplicationOrder.LeaveNodes(List.of(new Vacancy(1, List.of(Samples.NODE)))),
            new ApplicationOrder.GiveUp("its tasks are gone", true))) {
      all.add(new JobCommand.OfApplication(new JobIntent.OfApplication(2, order)));
    }
    all.add(new PartitionCommand.Measured(attempt, 0.25, 3));
    return all;
  }

  @Test
  void shouldKeepTheFirstNameOfARenamedMessageOnTheWire() throws Exception {
    Map<String, Object> renamed =
        Map.of(
            "io.pliant.actors.protocol.ApplicationCommand$Told",
            new ApplicationCommand.JobReported(
                new JobStanding(
                    1,
                    Samples.PARTITION,
                    new Malleability(
                        1, 4, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null),
                    List.of(),
                    List.of(),
                    false)),
            "io.pliant.actors.protocol.PartitionCommand$CorridorTold",
            new PartitionCommand.BoundsReported(new CorridorTable(List.of()), 3));
    Serialization serialization = SerializationExtension.get(Adapter.toClassic(KIT.system()));

    for (Map.Entry<String, Object> one : renamed.entrySet()) {
      WireCbor cbor = (WireCbor) serialization.findSerializerFor(one.getValue());
      byte[] bytes = serialization.serialize(one.getValue()).get();

      assertThat(cbor.identifier()).isEqualTo(33);
      assertThat(cbor.manifest(one.getValue())).isEqualTo(one.getKey());
      assertThat(cbor.fromBinary(bytes, one.getKey())).isEqualTo(one.getValue());
      assertThat(cbor.fromBinary(bytes, one.getValue().getClass().getName()))
          .isEqualTo(one.getValue());
    }
  }
}

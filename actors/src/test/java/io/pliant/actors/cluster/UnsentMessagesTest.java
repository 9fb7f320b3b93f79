package io.pliant.actors.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.pliant.actors.protocol.JobAnswer;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import io.pliant.core.spec.Submitter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two systems with a line between them that takes no more than 64 KiB at a time. */
class UnsentMessagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ActorTestKit one = ActorTestKit.create("pliant", config());
  private final ActorTestKit other = ActorTestKit.create("pliant", config());
  private final UnsentMessages unsent = UnsentMessages.start(one.system());

  @AfterEach
  void stop() {
    one.shutdownTestKit();
    other.shutdownTestKit();
  }

  @Test
  void shouldRefuseARequestThatIsTooLargeToBeSent() {
    TestProbe<JobCommand> job = other.createTestProbe();
    TestProbe<JobAnswer> asker = one.createTestProbe();
    ActorRef<JobCommand> remote = seenFromOne(job.ref());

    remote.tell(new JobCommand.Submit(spec(30_000), asker.ref(), null));
    assertThat(job.receiveMessage(PATIENCE)).isInstanceOf(JobCommand.Submit.class);
    remote.tell(new JobCommand.Submit(spec(300_000), asker.ref(), null));

    assertThat(asker.receiveMessage(PATIENCE))
        .isInstanceOfSatisfying(
            JobAnswer.Refused.class,
            refused -> {
              assertThat(refused.refusal().kind()).isEqualTo(Refusal.Kind.INVALID);
              assertThat(refused.refusal().reason()).contains("too large");
            });
    assertThat(unsent.count()).isEqualTo(1);
  }

  @Test
  void shouldTellTheAskerWhenTheAnswerIsTooLargeToBeSent() {
    TestProbe<JobAnswer> asker = other.createTestProbe();

    seenFromOne(asker.ref()).tell(new JobAnswer.Refused(Refusal.conflict("x".repeat(300_000))));

    assertThat(asker.receiveMessage(PATIENCE))
        .isInstanceOfSatisfying(
            JobAnswer.Refused.class,
            refused -> assertThat(refused.refusal().kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
  }

  private <T> ActorRef<T> seenFromOne(ActorRef<T> ref) {
    String address = ActorRefResolver.get(other.system()).toSerializationFormat(ref);
    return ActorRefResolver.get(one.system()).resolveActorRef(address);
  }

  private static Config config() {
    return ConfigFactory.parseString(
            """
            pekko.actor.provider = cluster
            pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
            pekko.remote.artery.transport = tcp
            pekko.remote.artery.advanced.maximum-frame-size = 64 KiB
            pekko.coordinated-shutdown.run-by-actor-system-terminate = off
            pekko.coordinated-shutdown.exit-jvm = off
            pekko.loglevel = WARNING
            """)
        .withFallback(ConfigFactory.load());
  }

  private static JobSpec spec(int length) {
    return new JobSpec(
        "test",
        new Submitter("ada", 1000, 1000),
        new PartitionName("main"),
        ResourceRequest.single(),
        null,
        new Payload.BatchScript("s".repeat(length), List.of()),
        StreamFiles.batchDefault(),
        "/tmp",
        Map.of(),
        true,
        false,
        null,
        "",
        null);
  }
}

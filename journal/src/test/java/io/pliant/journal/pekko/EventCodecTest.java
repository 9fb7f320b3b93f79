package io.pliant.journal.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.change.Event;
import io.pliant.journal.store.StoredEvent;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.testkit.javadsl.TestKit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventCodecTest {
  private final ActorSystem system =
      ActorSystem.create(
          "codec",
          ConfigFactory.parseString("pekko.loglevel = OFF").withFallback(ConfigFactory.load()));
  private final EventCodec codec = new EventCodec(SerializationExtension.get(system));

  @AfterEach
  void stop() {
    TestKit.shutdownActorSystem(system);
  }

  @Test
  void shouldReadWhatItWrote() {
    Event event = codec.encode(PersistentRepr.apply("text", 7, "job|1", "", false, null, "w"), 5);
    assertThat(codec.decode(new StoredEvent("job|1", 7, 1, "w", event)).payload())
        .isEqualTo("text");
  }

  /** What a later version may have written. */
  @Test
  void shouldNameAnEventThatItDoesNotKnow() {
    int json = 33; // Pekko's for JSON by Jackson, whose manifest is a class
    byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);
    for (int serializer : new int[] {json, 4_711}) {
      Event event = new Event(5, serializer, "io.pliant.later.Event", "", payload);
      assertThatThrownBy(() -> codec.payload(new StoredEvent("partition|main", 7, 1, "w", event)))
          .isInstanceOf(JournalRefused.class)
          .hasMessageContaining(
              "Expected to read event 7 of partition|main, but io.pliant.later.Event")
          .hasMessageContaining("docs/upgrades.md");
    }
  }
}

package io.pliant.journal.pekko;

import io.pliant.journal.JournalRefused;
import io.pliant.journal.change.Event;
import io.pliant.journal.store.StoredEvent;
import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.Tagged;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import scala.jdk.javaapi.CollectionConverters;

/** Turns what Pekko persists into stored events and back. */
record EventCodec(Serialization serialization) {
  Event encode(PersistentRepr event, long now) {
    Object payload = event.payload();
    String tag = "";
    if (payload instanceof Tagged tagged) {
      payload = tagged.payload();
      tag = only(CollectionConverters.asJava(tagged.tags()));
    }
    Serializer serializer = serialization.findSerializerFor(payload);
    return new Event(
        now,
        serializer.identifier(),
        Serializers.manifestFor(serializer, payload),
        tag,
        serialization.serialize(payload).get());
  }

  PersistentRepr decode(StoredEvent stored) {
    return PersistentRepr.apply(
            payload(stored),
            stored.sequence(),
            stored.entity(),
            "",
            false,
            ActorRef.noSender(),
            stored.writer())
        .withTimestamp(stored.event().writtenAt());
  }

  /** The event itself; throws {@link JournalRefused} that names it when it cannot be read. */
  Object payload(StoredEvent stored) {
    Event event = stored.event();
    return serialization
        .deserialize(event.payload(), event.serializer(), event.manifest())
        .fold(
            failure -> {
              throw new JournalRefused(
                  "Expected to read event %d of %s, but %s (%s). If a later version of Pliant has written it, start that version (docs/upgrades.md)."
                      .formatted(stored.sequence(), stored.entity(), event.manifest(), failure),
                  failure);
            },
            known -> known);
  }

  private static String only(Set<String> tags) {
    if (tags.size() > 1) {
      throw new IllegalArgumentException(
          "Expected at most one tag for an event, but got %s.".formatted(tags));
    }
    return tags.isEmpty() ? "" : tags.iterator().next();
  }
}

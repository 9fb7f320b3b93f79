package io.pliant.actors.journal.sql;

import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.Tagged;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import scala.jdk.javaapi.CollectionConverters;

/** Turns what Pekko persists into rows and back. */
final class EventCodec {
  private final Serialization serialization;

  EventCodec(Serialization serialization) {
    this.serialization = serialization;
  }

  EventRow encode(PersistentRepr event, long now) {
    Object payload = event.payload();
    String tag = "";
    if (payload instanceof Tagged tagged) {
      payload = tagged.payload();
      tag = only(CollectionConverters.asJava(tagged.tags()));
    }
    Serializer serializer = serialization.findSerializerFor(payload);
    return new EventRow(
        0,
        event.persistenceId(),
        event.sequenceNr(),
        event.writerUuid(),
        now,
        serializer.identifier(),
        Serializers.manifestFor(serializer, payload),
        serialization.serialize(payload).get(),
        tag);
  }

  PersistentRepr decode(EventRow row) {
    return PersistentRepr.apply(
            payload(row),
            row.sequence(),
            row.entity(),
            "",
            false,
            ActorRef.noSender(),
            row.writer())
        .withTimestamp(row.writtenAt());
  }

  Object payload(EventRow row) {
    return serialization.deserialize(row.payload(), row.serializer(), row.manifest()).get();
  }

  private static String only(Set<String> tags) {
    if (tags.size() > 1) {
      throw new IllegalArgumentException(
          "Expected at most one tag for an event, but got %s.".formatted(tags));
    }
    return tags.isEmpty() ? "" : tags.iterator().next();
  }
}

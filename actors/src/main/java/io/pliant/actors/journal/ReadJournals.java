package io.pliant.actors.journal;

import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.Offset;
import org.apache.pekko.persistence.query.PersistenceQuery;
import org.apache.pekko.persistence.query.Sequence;
import org.apache.pekko.persistence.query.javadsl.EventsByTagQuery;
import org.apache.pekko.stream.javadsl.Source;

/** Reads events of all entities in journal order, whatever the journal is. */
public final class ReadJournals {
  private static final String PLUGIN = "pliant-read-journal-plugin";

  private ReadJournals() {}

  /**
   * Events with the tag after {@code fromOffset} (0 for all), in journal order, and then each new
   * one within about half a second; never completes. An event's own position is {@link #position}.
   */
  public static Source<EventEnvelope, NotUsed> eventsByTag(
      ActorSystem<?> system, String tag, long fromOffset) {
    return PersistenceQuery.get(system)
        .getReadJournalFor(EventsByTagQuery.class, system.settings().config().getString(PLUGIN))
        .eventsByTag(tag, Offset.sequence(fromOffset));
  }

  /** Position of an event in the journal, to resume after. */
  public static long position(EventEnvelope envelope) {
    return ((Sequence) envelope.offset()).value();
  }
}

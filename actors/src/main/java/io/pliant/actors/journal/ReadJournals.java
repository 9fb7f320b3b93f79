package io.pliant.actors.journal;

import io.pliant.journal.pekko.RaftReadJournal;
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

  /** How many groups the journal has; each is in an order of its own. */
  public static int groups(ActorSystem<?> system) {
    return journal(system) instanceof RaftReadJournal raft ? raft.groups() : 1;
  }

  /**
   * Events with the tag after {@code fromOffset} (0 for all), in the order of a group of the
   * journal, and then each new one within about half a second; never completes. An event's own
   * position is {@link #position}.
   */
  public static Source<EventEnvelope, NotUsed> eventsByTag(
      ActorSystem<?> system, int group, String tag, long fromOffset) {
    EventsByTagQuery journal = journal(system);
    return journal instanceof RaftReadJournal raft
        ? raft.eventsByTag(group, tag, fromOffset)
        : journal.eventsByTag(tag, Offset.sequence(fromOffset));
  }

  private static EventsByTagQuery journal(ActorSystem<?> system) {
    return PersistenceQuery.get(system)
        .getReadJournalFor(EventsByTagQuery.class, system.settings().config().getString(PLUGIN));
  }

  /** Position of an event in the journal, to resume after. */
  public static long position(EventEnvelope envelope) {
    return ((Sequence) envelope.offset()).value();
  }
}

package io.pliant.actors.journal.sql;

import com.typesafe.config.Config;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.Offset;
import org.apache.pekko.persistence.query.ReadJournalProvider;
import org.apache.pekko.persistence.query.Sequence;
import org.apache.pekko.persistence.query.javadsl.EventsByTagQuery;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.stream.javadsl.Source;

/** Events of all entities in the order of their positions; Pekko makes it by name. */
public final class SqlReadJournal implements ReadJournalProvider, EventsByTagQuery {
  private static final int BATCH = 500;
  private static final String AFTER =
      "SELECT "
          + EventRow.COLUMNS
          + " FROM event WHERE pos > ? AND tag = ? AND deleted = 0 ORDER BY pos LIMIT "
          + BATCH;

  private final ExtendedActorSystem system;
  private final SqlStore store;
  private final EventCodec codec;
  private final Duration refresh;

  /** For Pekko. */
  public SqlReadJournal(ExtendedActorSystem system, Config config) {
    this.system = system;
    this.store = SqlStores.ID.get(system).store();
    this.codec = new EventCodec(SerializationExtension.get(system));
    this.refresh = config.getDuration("refresh-interval");
  }

  @Override
  public SqlReadJournal javadslReadJournal() {
    return this;
  }

  @Override
  public org.apache.pekko.persistence.query.scaladsl.EventsByTagQuery scaladslReadJournal() {
    return (tag, offset) -> eventsByTag(tag, offset).asScala();
  }

  @Override
  public Source<EventEnvelope, NotUsed> eventsByTag(String tag, Offset offset) {
    long from = offset instanceof Sequence sequence ? sequence.value() : 0;
    if (!(offset instanceof Sequence) && !offset.equals(Offset.noOffset())) {
      throw new IllegalArgumentException(
          "Expected a sequence offset, but got %s.".formatted(offset));
    }
    return Source.unfoldAsync(new Cursor(from, false), cursor -> next(tag, cursor))
        .mapConcat(rows -> rows)
        .map(this::envelope);
  }

  /**
   * How far the reading is.
   *
   * @param rest true when all was read a moment ago
   */
  private record Cursor(long position, boolean rest) {}

  private CompletionStage<Optional<Pair<Cursor, List<EventRow>>>> next(String tag, Cursor cursor) {
    return cursor.rest()
        ? Patterns.after(refresh, system, () -> query(tag, cursor))
        : query(tag, cursor);
  }

  private CompletionStage<Optional<Pair<Cursor, List<EventRow>>>> query(String tag, Cursor cursor) {
    return store
        .read(session -> after(session, tag, cursor.position()))
        .thenApply(rows -> {
          long position = rows.isEmpty() ? cursor.position() : rows.getLast().position();
          return Optional.of(Pair.create(new Cursor(position, rows.size() < BATCH), rows));
        });
  }

  private static List<EventRow> after(Session session, String tag, long position)
      throws SQLException {
    PreparedStatement query = session.prepared(AFTER);
    query.setLong(1, position);
    query.setString(2, tag);
    return EventRow.readAll(query);
  }

  private EventEnvelope envelope(EventRow row) {
    return new EventEnvelope(
        Offset.sequence(row.position()),
        row.entity(),
        row.sequence(),
        codec.payload(row),
        row.writtenAt());
  }
}

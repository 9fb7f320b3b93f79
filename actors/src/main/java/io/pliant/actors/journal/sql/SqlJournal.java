package io.pliant.actors.journal.sql;

import io.pliant.journal.Continuity;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import org.apache.pekko.serialization.SerializationExtension;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/** The journal plugin; Pekko makes it by name. */
public final class SqlJournal extends AsyncWriteJournal {
  private static final int REPLAY_BATCH = 500;
  private static final String REPLAY =
      "SELECT "
          + EventRow.COLUMNS
          + " FROM event WHERE entity = ? AND seq >= ? AND seq <= ? AND deleted = 0"
          + " ORDER BY seq LIMIT ?";

  private final SqlStore store = SqlStores.ID.get(context().system()).store();
  private final EventCodec codec = new EventCodec(SerializationExtension.get(context().system()));

  /** Writes under way: who recovers meanwhile must see them. */
  private final Map<String, CompletionStage<Void>> pending = new ConcurrentHashMap<>();

  /** For Pekko. */
  public SqlJournal() {}

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    long now = System.currentTimeMillis();
    List<EventRow> rows = new ArrayList<>();
    List<Optional<Exception>> rejections = new ArrayList<>();
    boolean rejected = false;
    String entity = "";
    for (AtomicWrite write : writes) {
      entity = write.persistenceId();
      Optional<Exception> rejection = encode(write, now, rows);
      rejections.add(rejection);
      rejected |= rejection.isPresent();
    }
    CompletionStage<Void> durable =
        rows.isEmpty() ? CompletableFuture.completedFuture(null) : append(entity, rows);
    Iterable<Optional<Exception>> result = rejected ? rejections : List.of();
    return FutureConverters.asScala(durable.thenApply(_ -> result));
  }

  private CompletionStage<Void> append(String entity, List<EventRow> rows) {
    CompletionStage<Void> durable = store.append(rows);
    pending.put(entity, durable);
    durable.whenComplete((_, _) -> pending.remove(entity, durable));
    return durable;
  }

  /** An event that cannot be serialized is rejected, and harms no other. */
  private Optional<Exception> encode(AtomicWrite write, long now, List<EventRow> into) {
    List<EventRow> rows = new ArrayList<>();
    try {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        rows.add(codec.encode(event, now));
      }
    } catch (Exception e) { // Scala throws NotSerializableException, which is checked, undeclared
      return Optional.of(e);
    }
    into.addAll(rows);
    return Optional.empty();
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String entity, long to) {
    return FutureConverters.asScala(store.change(session -> delete(session, entity, to)));
  }

  /** The newest event stays as a mark, so that its number is never used again. */
  private static void delete(Session session, String entity, long to) throws SQLException {
    long keep = Math.min(to, highest(session, entity));
    PreparedStatement delete = session.prepared("DELETE FROM event WHERE entity = ? AND seq < ?");
    delete.setString(1, entity);
    delete.setLong(2, keep);
    delete.executeUpdate();
    PreparedStatement mark =
        session.prepared("UPDATE event SET deleted = 1 WHERE entity = ? AND seq = ?");
    mark.setString(1, entity);
    mark.setLong(2, keep);
    mark.executeUpdate();
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String entity, long from, long to, long max, Consumer<PersistentRepr> replay) {
    return FutureConverters.asScala(
        store
            .read(session ->
                Continuity.of(
                    entity, from, to, highest(session, entity), deletedTo(session, entity)))
            .thenCompose(whole -> replay(new Range(entity, from, to, max), whole, replay)));
  }

  private record Range(String entity, long from, long to, long max) {
    Range after(List<EventRow> read) {
      return new Range(entity, read.getLast().sequence() + 1, to, max - read.size());
    }

    int batch() {
      return (int) Math.min(REPLAY_BATCH, max);
    }
  }

  private CompletionStage<Void> replay(
      Range range, Continuity whole, Consumer<PersistentRepr> replay) {
    if (range.max() <= 0 || range.from() > range.to()) {
      return CompletableFuture.completedFuture(null);
    }
    return store
        .read(session -> rows(session, range))
        .thenCompose(rows -> {
          for (EventRow row : rows) {
            whole.took(row.sequence());
            replay.accept(codec.decode(row));
          }
          if (rows.isEmpty()) {
            whole.ended();
            return CompletableFuture.completedFuture(null);
          }
          return replay(range.after(rows), whole, replay);
        });
  }

  private static List<EventRow> rows(Session session, Range range) throws SQLException {
    PreparedStatement query = session.prepared(REPLAY);
    query.setString(1, range.entity());
    query.setLong(2, range.from());
    query.setLong(3, range.to());
    query.setInt(4, range.batch());
    return EventRow.readAll(query);
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String entity, long from) {
    CompletionStage<Void> before =
        pending.getOrDefault(entity, CompletableFuture.completedFuture(null));
    return FutureConverters.asScala(
        before
            .handle((_, _) -> entity)
            .thenCompose(id -> store.read(session -> highest(session, id))));
  }

  private static long deletedTo(Session session, String entity) throws SQLException {
    PreparedStatement query =
        session.prepared("SELECT MAX(seq) FROM event WHERE entity = ? AND deleted = 1");
    query.setString(1, entity);
    try (ResultSet result = query.executeQuery()) {
      return result.next() ? result.getLong(1) : 0L;
    }
  }

  private static Long highest(Session session, String entity) throws SQLException {
    PreparedStatement query = session.prepared("SELECT MAX(seq) FROM event WHERE entity = ?");
    query.setString(1, entity);
    try (ResultSet result = query.executeQuery()) {
      return result.next() ? result.getLong(1) : 0L;
    }
  }
}

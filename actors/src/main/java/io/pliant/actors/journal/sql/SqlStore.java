package io.pliant.actors.journal.sql;

import io.pliant.actors.journal.JournalSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The database of one actor system: writes go through one thread in groups, reads through a few.
 * Each call ends in its future; none blocks the caller.
 */
final class SqlStore implements AutoCloseable {
  private static final int READERS = 2;
  private static final Duration READ_PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Database database;
  private final GroupWriter writer;
  private final ExecutorService readers;
  private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /** A question to the database that changes nothing, so that it may be asked again. */
  @FunctionalInterface
  interface Query<T extends @Nullable Object> {
    T run(Session session) throws SQLException;
  }

  /** A change within a transaction that others share. */
  @FunctionalInterface
  interface Change {
    void run(Session session) throws SQLException;
  }

  private SqlStore(Database database) {
    this.database = database;
    this.writer = GroupWriter.start(database);
    this.readers =
        Executors.newFixedThreadPool(
            READERS, Thread.ofPlatform().name("journal-reader-", 1).daemon().factory());
  }

  static SqlStore open(JournalSettings.PostgreSql settings) {
    return new SqlStore(new Database(settings));
  }

  /** Completes when the rows, all of them or none, are durable. */
  CompletionStage<Void> append(List<EventRow> rows) {
    return writer.submit(new GroupWriter.Append(rows, new CompletableFuture<>()));
  }

  /** Completes when the change is durable. */
  CompletionStage<Void> change(Change change) {
    return writer.submit(new GroupWriter.Other(change, new CompletableFuture<>()));
  }

  <T extends @Nullable Object> CompletionStage<T> read(Query<T> query) {
    return CompletableFuture.supplyAsync(() -> readNow(query), readers);
  }

  private <T extends @Nullable Object> T readNow(Query<T> query) {
    long deadline = System.nanoTime() + READ_PATIENCE.toNanos();
    while (true) {
      try {
        return attempt(query);
      } catch (SQLException e) {
        if (closed || !database.passing(e) || System.nanoTime() > deadline) {
          throw new JournalReadFailed(e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private <T extends @Nullable Object> T attempt(Query<T> query) throws SQLException {
    Session pooled = idle.pollFirst();
    Session session = pooled == null ? new Session(database.connect()) : pooled;
    boolean whole = false;
    try {
      T result = query.run(session);
      whole = true;
      return result;
    } finally {
      if (whole && !closed) {
        idle.addFirst(session);
      } else {
        GroupWriter.closeQuietly(session);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    writer.close();
    readers.close();
    idle.forEach(GroupWriter::closeQuietly);
  }

  /** The database did not answer. */
  static final class JournalReadFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    JournalReadFailed(SQLException cause) {
      super("Expected to read the journal, but " + cause.getMessage(), cause);
    }
  }
}

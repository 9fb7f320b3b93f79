package io.pliant.actors.journal.sql;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. What gathers while a transaction is under way goes into the next one.
 * When a group fails because one of its writes conflicts with another writer, each is tried alone,
 * so that only the conflicting one fails. A failed commit fails all of its group: whether it is
 * durable is unknown, and each entity finds out when it recovers.
 */
final class GroupWriter implements AutoCloseable {
  private static final int MAX_GROUP = 400;
  private static final int QUEUE = 20_000;
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Logger LOG = LoggerFactory.getLogger(GroupWriter.class);

  private final Database database;
  private final BlockingQueue<Write> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Thread thread;
  private @Nullable Session session;
  private boolean failing;
  private volatile boolean closed;

  /** One thing to be made durable. */
  sealed interface Write {
    CompletableFuture<Void> done();
  }

  record Append(List<EventRow> rows, CompletableFuture<Void> done) implements Write {}

  record Other(SqlStore.Change change, CompletableFuture<Void> done) implements Write {}

  /** Wakes the thread to see that it is to end. */
  private record Wake(CompletableFuture<Void> done) implements Write {}

  private GroupWriter(Database database) {
    this.database = database;
    this.thread = Thread.ofPlatform().name("journal-writer").daemon().unstarted(this::run);
  }

  static GroupWriter start(Database database) {
    GroupWriter writer = new GroupWriter(database);
    writer.thread.start();
    return writer;
  }

  CompletionStage<Void> submit(Write write) {
    if (closed || !queue.offer(write)) {
      write
          .done()
          .completeExceptionally(
              new RejectedExecutionException(
                  closed
                      ? "Expected an open journal, but it is closed."
                      : "Expected at most %d waiting writes, but the journal does not keep up."
                          .formatted(QUEUE)));
    }
    return write.done();
  }

  @Override
  public void close() {
    closed = true;
    queue.offer(new Wake(new CompletableFuture<>()));
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed || !queue.isEmpty()) {
        writeNext();
      }
    } finally {
      drop();
      queue.forEach(w -> w.done().cancel(false));
    }
  }

  private void writeNext() {
    List<Write> group = new ArrayList<>();
    try {
      group.add(queue.take());
    } catch (InterruptedException e) {
      return;
    }
    queue.drainTo(group, MAX_GROUP - 1);
    try {
      write(group);
    } catch (RuntimeException | Error e) {
      group.forEach(w -> w.done().completeExceptionally(e));
      drop();
    }
  }

  private void write(List<Write> group) {
    try {
      commit(group);
      group.forEach(w -> w.done().complete(null));
      noteSuccess();
    } catch (SQLException e) {
      SQLException cause = withoutValues(e);
      if (group.size() > 1 && database.duplicate(cause)) {
        group.forEach(w -> write(List.of(w)));
        return;
      }
      noteFailure(cause, group.size());
      JournalWriteFailed failure = new JournalWriteFailed(cause);
      group.forEach(w -> w.done().completeExceptionally(failure));
    }
  }

  /** The message of a failed batch may hold the values, and with them scripts and environments. */
  private static SQLException withoutValues(SQLException e) {
    SQLException next = e instanceof BatchUpdateException ? e.getNextException() : null;
    return next == null ? e : next;
  }

  /** The database did not take a write; whether it is durable all the same is unknown. */
  static final class JournalWriteFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    JournalWriteFailed(SQLException cause) {
      super("Expected to write to the journal, but: " + JournalCause.explain(cause), cause);
    }
  }

  private void commit(List<Write> group) throws SQLException {
    Session open = begin();
    boolean committed = false;
    try {
      insert(open, group);
      for (Write write : group) {
        if (write instanceof Other(SqlStore.Change change, _)) {
          change.run(open);
        }
      }
      database.commit(open.connection());
      committed = true;
    } finally {
      if (!committed) {
        undo(open);
      }
    }
  }

  private static void insert(Session open, List<Write> group) throws SQLException {
    PreparedStatement insert = open.prepared(EventRow.INSERT);
    boolean any = false;
    try {
      for (Write write : group) {
        if (write instanceof Append(List<EventRow> rows, _)) {
          for (EventRow row : rows) {
            row.bind(insert);
            insert.addBatch();
            any = true;
          }
        }
      }
      if (any) {
        insert.executeBatch();
      }
    } finally {
      insert.clearBatch();
    }
  }

  /** Opens what is needed and begins to write; tries again while the database changes hands. */
  private Session begin() throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        Session open = session == null ? new Session(database.connect()) : session;
        session = open;
        database.begin(open.connection());
        return open;
      } catch (SQLException e) {
        drop();
        if (closed || !database.passing(e) || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private void undo(Session open) {
    try {
      database.rollback(open.connection());
    } catch (SQLException e) {
      LOG.debug("Rollback failed, the connection is dropped: {}", e.getMessage());
      drop();
    }
  }

  private void drop() {
    if (session != null) {
      closeQuietly(session);
      session = null;
    }
  }

  static void closeQuietly(Session session) {
    try {
      session.close();
    } catch (SQLException e) {
      LOG.debug("Closing a journal connection failed: {}", e.getMessage());
    }
  }

  private void noteSuccess() {
    if (failing) {
      failing = false;
      LOG.warn("The journal can be written again.");
    }
  }

  private void noteFailure(SQLException e, int writes) {
    if (database.duplicate(e)) {
      LOG.warn("An event was refused because another writer was before it: {}", e.getMessage());
    } else if (!failing) {
      failing = true;
      LOG.error(
          "The journal cannot be written; {} write(s) were not acknowledged, nor will any be until this"
              + " is mended: {}",
          writes,
          JournalCause.explain(e));
    }
  }
}

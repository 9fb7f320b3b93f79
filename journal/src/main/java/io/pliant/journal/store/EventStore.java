package io.pliant.journal.store;

import io.pliant.journal.change.Change;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.change.SnapshotRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The journal's state on one member's disk. Changes come from one thread, reads from any. It has no
 * log of its own: what was not flushed before a crash comes again from the group's log, so {@link
 * #applied} may be behind after a restart, never ahead of what is stored.
 */
public final class EventStore implements AutoCloseable {
  private final Path folder;
  private final StoreOptions options;
  private final RocksDB db;
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;
  private volatile Applied applied;

  private EventStore(Path folder, StoreOptions options, RocksDB db) throws RocksDBException {
    this.folder = folder;
    this.options = options;
    this.db = db;
    byte[] stored = db.get(Keys.APPLIED);
    this.applied = stored == null ? Applied.none() : Values.applied(stored);
  }

  /**
   * Opens it, made anew when the folder has none.
   *
   * @param folder its files; nothing else may be in it
   * @throws StoreFailure when it cannot be opened, or is damaged
   */
  public static EventStore open(Path folder) {
    NativeLibrary.load(folder.resolveSibling("native"));
    StoreOptions options = StoreOptions.create();
    try {
      Files.createDirectories(folder);
      return new EventStore(folder, options, RocksDB.open(options.options(), folder.toString()));
    } catch (RocksDBException | IOException e) {
      options.close();
      throw new StoreFailure(
          "Expected to open the state in %s, but: %s".formatted(folder, e.getMessage()), e);
    }
  }

  /** Newest entry in the state. */
  public Applied applied() {
    return applied;
  }

  /**
   * Takes in a log entry: all its changes and the entry's number at once. Deterministic.
   *
   * @return what became of each change, in order
   */
  public List<Outcome> apply(long term, long index, List<Change> changes) {
    return using(() -> {
      try (BatchApply batch = new BatchApply(db, applied.position())) {
        List<Outcome> outcomes = batch.apply(changes);
        Applied next = new Applied(term, index, batch.position());
        batch.write(unlogged, next);
        applied = next;
        return outcomes;
      }
    });
  }

  /** Newest sequence number of an entity that was ever stored; 0 when there is none. */
  public long highest(String entity) {
    return using(() -> StoreReads.mark(db, entity).highest());
  }

  /** Newest number of an entity that was deleted on purpose; 0 when there is none. */
  public long deletedTo(String entity) {
    return using(() -> StoreReads.mark(db, entity).deletedTo());
  }

  /**
   * Events of an entity in order, those between the numbers (inclusive) that are not deleted.
   *
   * @return at most {@code limit} of them, at most about 1 MiB, at least one when there is one
   */
  public List<StoredEvent> replay(String entity, long from, long to, int limit) {
    return reading(reads -> reads.replay(entity, from, to, limit));
  }

  /** Tagged events after a position, in order; a page as with {@link #replay}. */
  public List<StoredEvent> tagged(String tag, long after, int limit) {
    return reading(reads -> reads.tagged(tag, after, limit));
  }

  /** The newest whole snapshot of an entity in the range, or null. */
  public @Nullable StoredSnapshot snapshot(String entity, SnapshotRange range) {
    return reading(reads -> reads.snapshot(entity, range));
  }

  /** All events that are not deleted, entity by entity. */
  public void forEachEvent(Consumer<StoredEvent> each) {
    reading(reads -> {
      reads.forEachEvent(each);
      return true;
    });
  }

  /** All entities with their newest sequence number and newest deleted one. */
  public void forEachEntity(EntityVisitor each) {
    reading(reads -> {
      reads.forEachEntity(each);
      return true;
    });
  }

  /** All whole snapshots, entity by entity, oldest first. */
  public void forEachSnapshot(Consumer<StoredSnapshot> each) {
    reading(reads -> {
      reads.forEachSnapshot(each);
      return true;
    });
  }

  /** Takes what {@link #forEachEntity} gives. */
  @FunctionalInterface
  public interface EntityVisitor {
    /** One entity. */
    void entity(String name, long highest, long deletedTo);
  }

  /**
   * A copy of the whole state, durable, made of links where the file system can. The folder must
   * not exist.
   */
  public Applied checkpoint(Path to) {
    return using(() -> {
      Applied at = applied;
      try (Checkpoint checkpoint = Checkpoint.create(db)) {
        checkpoint.createCheckpoint(to.toString());
      }
      return at;
    });
  }

  /** Overwrites how far the state is, durably: for a copy that a new group begins with. */
  public void rebase(Applied to) {
    using(() -> {
      db.put(Keys.APPLIED, Values.of(to));
      db.syncWal();
      applied = to;
      return true;
    });
  }

  /** For a store that is still empty; {@link #rebase} ends it. */
  public StoreImport importing() {
    if (!applied.equals(Applied.none())) {
      throw new StoreFailure(
          "Expected an empty state, but %s is at entry %d.".formatted(folder, applied.index()),
          null);
    }
    return new StoreImport(db, unlogged);
  }

  private void flushNow() throws RocksDBException {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      db.flush(wait);
    }
  }

  /**
   * Reads every byte of the state and compares checksums.
   *
   * @throws StoreFailure naming the damaged file and place
   */
  public void verify() {
    using(() -> {
      db.verifyChecksum();
      return true;
    });
  }

  private interface Work<T extends @Nullable Object> {
    T run() throws RocksDBException;
  }

  private interface Reading<T extends @Nullable Object> {
    T run(StoreReads reads) throws RocksDBException;
  }

  private <T extends @Nullable Object> T reading(Reading<T> reading) {
    return using(() -> {
      try (ReadOptions read = new ReadOptions()) {
        return reading.run(new StoreReads(db, read));
      }
    });
  }

  /** The library must not be called after it is closed: that would end the process. */
  private <T extends @Nullable Object> T using(Work<T> work) {
    use.readLock().lock();
    try {
      if (closed) {
        throw new StoreFailure(
            "Expected an open journal, but %s is closed.".formatted(folder), null);
      }
      return work.run();
    } catch (RocksDBException e) {
      throw new StoreFailure(
          "Expected to use the state in %s, but: %s".formatted(folder, e.getMessage()), e);
    } finally {
      use.readLock().unlock();
    }
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        db.close();
        unlogged.close();
        options.close();
      }
    } finally {
      use.writeLock().unlock();
    }
  }
}

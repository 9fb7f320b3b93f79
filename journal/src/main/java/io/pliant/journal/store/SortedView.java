package io.pliant.journal.store;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;

/** {@link SortedFiles} as they were at one time. For one thread at a time. */
public final class SortedView implements AutoCloseable {
  private final RocksDB db;
  private final Snapshot snapshot;
  private final ReadOptions read;
  private final Runnable closed;

  SortedView(RocksDB db, Runnable closed) {
    this.db = db;
    this.closed = closed;
    this.snapshot = db.getSnapshot();
    this.read = new ReadOptions().setSnapshot(snapshot);
  }

  /** The value of a key, or null. */
  public byte @Nullable [] get(byte[] key) {
    try {
      return db.get(read, key);
    } catch (RocksDBException e) {
      throw failure(e);
    }
  }

  /**
   * A walk over all keys that begin with {@code prefix}; it stands nowhere until it is sent
   * somewhere.
   */
  public Walk walk(byte[] prefix) {
    return new Walk(db.newIterator(read), prefix.clone());
  }

  private static StoreFailure failure(RocksDBException e) {
    return new StoreFailure("Expected to read, but: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    read.close();
    db.releaseSnapshot(snapshot);
    closed.run();
  }

  /** A place among keys with a common beginning. Each move is true when it leads to such a key. */
  public static final class Walk implements AutoCloseable {
    private final RocksIterator at;
    private final byte[] prefix;

    private Walk(RocksIterator at, byte[] prefix) {
      this.at = at;
      this.prefix = prefix;
    }

    /** To the first key that is not before this one. */
    public boolean upFrom(byte[] key) {
      at.seek(key);
      return stands();
    }

    /** To the last key that is not after this one. */
    public boolean downFrom(byte[] key) {
      at.seekForPrev(key);
      return stands();
    }

    /** To the next key. */
    public boolean up() {
      at.next();
      return stands();
    }

    /** To the key before. */
    public boolean down() {
      at.prev();
      return stands();
    }

    private boolean stands() {
      if (at.isValid()) {
        return Keys.startsWith(at.key(), prefix);
      }
      try {
        at.status();
      } catch (RocksDBException e) {
        throw failure(e);
      }
      return false;
    }

    /** The key where it stands. */
    public byte[] key() {
      return at.key();
    }

    /** The value where it stands. */
    public byte[] value() {
      return at.value();
    }

    @Override
    public void close() {
      at.close();
    }
  }
}

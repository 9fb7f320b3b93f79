package io.pliant.journal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Keys and values on disk, in the order of the keys' bytes, for what can be made anew from the
 * journal. What is written together is there together or not at all, also after the process was
 * killed; after a loss of power the last writes may be missing, but none before them. Thread-safe;
 * about 20 MB of memory.
 */
public final class SortedFiles implements AutoCloseable {
  private static final int CACHE_MB = 8;
  private static final int BUFFER_MB = 4;
  private static final int USERS = Integer.MAX_VALUE;

  private final Path folder;
  private final StoreOptions options;
  private volatile @Nullable RocksDB db; // null when it could not be opened anew
  private volatile boolean failed;
  private final WriteOptions logged = new WriteOptions();
  // The library must not be called after it is closed: that would end the process. Not fair, as
  // whoever has one permit may need another while somebody closes.
  private final Semaphore use = new Semaphore(USERS);
  private volatile boolean closed;

  private SortedFiles(Path folder, StoreOptions options, RocksDB db) {
    this.folder = folder;
    this.options = options;
    this.db = db;
  }

  /**
   * Opens them, made anew when the folder has none.
   *
   * @param folder nothing else may be in it
   * @throws StoreFailure when they cannot be opened, or are damaged
   */
  public static SortedFiles open(Path folder) {
    NativeLibrary.load(folder.resolveSibling("native"));
    StoreOptions options = StoreOptions.create(CACHE_MB, BUFFER_MB);
    try {
      Files.createDirectories(folder);
      return new SortedFiles(folder, options, RocksDB.open(options.options(), folder.toString()));
    } catch (RocksDBException | IOException e) {
      options.close();
      throw new StoreFailure(
          "Expected to open the files in %s, but: %s".formatted(folder, e.getMessage()), e);
    }
  }

  /** True when files are broken or missing; false for a full disk, a lock and the like. */
  public static boolean damaged(StoreFailure failure) {
    Status status =
        failure.getCause() instanceof RocksDBException thrown ? thrown.getStatus() : null;
    return status != null
        && (status.getCode() == Status.Code.Corruption
            || status.getCode() == Status.Code.IOError
                && String.valueOf(status.getState()).contains("No such file"));
  }

  /** The value of a key, or null. */
  public byte @Nullable [] get(byte[] key) {
    RocksDB open = enter();
    try {
      return open.get(key);
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      use.release();
    }
  }

  /** What is to be written together. */
  public static final class Writes {
    private final WriteBatch batch;

    private Writes(WriteBatch batch) {
      this.batch = batch;
    }

    /** Sets a value. */
    public Writes put(byte[] key, byte[] value) {
      try {
        batch.put(key, value);
        return this;
      } catch (RocksDBException e) {
        throw new StoreFailure("Expected to gather a write, but: " + e.getMessage(), e);
      }
    }

    /** Removes a key, if it is there. */
    public Writes remove(byte[] key) {
      try {
        batch.delete(key);
        return this;
      } catch (RocksDBException e) {
        throw new StoreFailure("Expected to gather a write, but: " + e.getMessage(), e);
      }
    }
  }

  /**
   * Writes what {@code gather} puts together, at once. After one that failed, by a full disk for
   * example, the next one looks whether the disk can be written, and goes on when it can.
   */
  public void write(Consumer<Writes> gather) {
    if (failed) {
      openAnew();
    }
    RocksDB open = enter();
    try (WriteBatch batch = new WriteBatch()) {
      gather.accept(new Writes(batch));
      open.write(logged, batch);
    } catch (RocksDBException e) {
      failed = true;
      throw failure(e);
    } finally {
      use.release();
    }
  }

  /** All as it is now, whatever is written meanwhile; to be closed, by any thread. */
  public SortedView view() {
    return new SortedView(enter(), use::release);
  }

  private RocksDB enter() {
    use.acquireUninterruptibly();
    RocksDB open = db;
    if (closed || open == null) {
      use.release();
      String how = closed ? "is closed" : "could not be opened again after a failed write";
      throw new StoreFailure("Expected open files, but %s %s.".formatted(folder, how), null);
    }
    return open;
  }

  /** The library takes no write after one that failed. Waits for the views that are open. */
  private void openAnew() {
    try {
      DiskProbe.write(folder.resolveSibling("."));
    } catch (IOException e) {
      throw failure(e);
    }
    use.acquireUninterruptibly(USERS);
    try {
      if (closed) {
        return;
      }
      RocksDB before = db;
      db = null;
      if (before != null) {
        before.close();
      }
      db = RocksDB.open(options.options(), folder.toString());
      failed = false;
    } catch (RocksDBException e) {
      throw failure(e);
    } finally {
      use.release(USERS);
    }
  }

  private StoreFailure failure(Exception e) {
    return new StoreFailure(
        "Expected to use the files in %s, but: %s".formatted(folder, e.getMessage()), e);
  }

  /** Waits for the views that are open. */
  @Override
  public void close() {
    use.acquireUninterruptibly(USERS);
    try {
      if (!closed) {
        closed = true;
        RocksDB open = db;
        if (open != null) {
          open.close();
        }
        logged.close();
        options.close();
      }
    } finally {
      use.release(USERS);
    }
  }
}

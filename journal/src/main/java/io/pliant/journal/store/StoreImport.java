package io.pliant.journal.store;

import io.pliant.journal.change.SnapshotPart;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Fills an empty store with what another one held, numbers and positions as they were. */
public final class StoreImport {
  private final RocksDB db;
  private final WriteOptions options;

  StoreImport(RocksDB db, WriteOptions options) {
    this.db = db;
    this.options = options;
  }

  /** How far an entity's numbers have risen. */
  public void entity(String name, long highest, long deletedTo) {
    put(Keys.mark(name), Values.of(new Values.Mark(highest, deletedTo)));
  }

  /** One event. */
  public void event(StoredEvent stored) {
    put(Keys.event(stored.entity(), stored.sequence()), Values.of(stored));
    String tag = stored.event().tag();
    if (!tag.isEmpty()) {
      put(Keys.tag(tag, stored.position()), Keys.reference(stored.entity(), stored.sequence()));
    }
  }

  /** One whole snapshot. */
  public void snapshot(StoredSnapshot stored) {
    SnapshotPart part =
        new SnapshotPart(
            stored.writtenAt(), stored.serializer(), stored.manifest(), 0, 1, stored.bytes());
    put(Keys.snapshot(stored.entity(), stored.sequence(), 0), Values.of(part));
  }

  private void put(byte[] key, byte[] value) {
    try {
      db.put(options, key, value);
    } catch (RocksDBException e) {
      throw new StoreFailure("Expected to write the import, but: " + e.getMessage(), e);
    }
  }
}

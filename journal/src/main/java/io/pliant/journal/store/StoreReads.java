package io.pliant.journal.store;

import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.change.SnapshotRange;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Questions to the store. */
record StoreReads(RocksDB db, ReadOptions options) {
  private static final int PAGE_BYTES = 1 << 20;

  static Values.Mark mark(RocksDB db, String entity) throws RocksDBException {
    byte[] value = db.get(Keys.mark(entity));
    return value == null ? Values.Mark.NONE : Values.mark(value);
  }

  List<StoredEvent> replay(String entity, long from, long to, int limit) throws RocksDBException {
    List<StoredEvent> page = new ArrayList<>();
    byte[] prefix = Keys.prefix('e', entity);
    int bytes = 0;
    try (RocksIterator at = db.newIterator(options)) {
      for (at.seek(Keys.event(entity, from));
          at.isValid() && Keys.startsWith(at.key(), prefix);
          at.next()) {
        long sequence = Keys.number(at.key(), prefix.length);
        if (sequence > to || page.size() >= limit || bytes > PAGE_BYTES) {
          break;
        }
        byte[] value = at.value();
        bytes += value.length;
        page.add(Values.event(entity, sequence, value));
      }
      at.status();
    }
    return page;
  }

  List<StoredEvent> tagged(String tag, long after, int limit) throws RocksDBException {
    List<StoredEvent> page = new ArrayList<>();
    byte[] prefix = Keys.prefix('t', tag);
    int bytes = 0;
    try (RocksIterator at = db.newIterator(options)) {
      for (at.seek(Keys.tag(tag, after + 1));
          at.isValid() && Keys.startsWith(at.key(), prefix);
          at.next()) {
        if (page.size() >= limit || bytes > PAGE_BYTES) {
          break;
        }
        byte[] key = Keys.eventOf(at.value());
        byte[] value = db.get(options, key);
        if (value != null) {
          bytes += value.length;
          String entity = Keys.entityOf(key);
          page.add(Values.event(entity, Keys.number(key, key.length - Long.BYTES), value));
        }
      }
      at.status();
    }
    return page;
  }

  @Nullable StoredSnapshot snapshot(String entity, SnapshotRange range) throws RocksDBException {
    byte[] prefix = Keys.prefix('s', entity);
    try (RocksIterator at = db.newIterator(options)) {
      for (at.seekForPrev(Keys.snapshot(entity, range.maxSequence(), Integer.MAX_VALUE));
          at.isValid() && Keys.startsWith(at.key(), prefix);
          at.prev()) {
        long sequence = Keys.number(at.key(), prefix.length);
        SnapshotPart part = Values.part(at.value());
        if (sequence < range.minSequence()) {
          break;
        }
        if (part.last() && range.contains(sequence, part.writtenAt())) {
          StoredSnapshot whole = whole(entity, sequence, part);
          if (whole != null) {
            return whole;
          }
        }
      }
      at.status();
    }
    return null;
  }

  private @Nullable StoredSnapshot whole(String entity, long sequence, SnapshotPart last)
      throws RocksDBException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int number = 0; number < last.count(); number++) {
      byte[] value = db.get(options, Keys.snapshot(entity, sequence, number));
      SnapshotPart part = value == null ? null : Values.part(value);
      if (part == null || part.writtenAt() != last.writtenAt() || part.count() != last.count()) {
        return null;
      }
      bytes.writeBytes(part.bytes());
    }
    return new StoredSnapshot(
        entity,
        sequence,
        last.writtenAt(),
        last.serializer(),
        last.manifest(),
        bytes.toByteArray());
  }

  void forEachEvent(Consumer<StoredEvent> each) throws RocksDBException {
    forEach(
        'e',
        (key, value) ->
            each.accept(
                Values.event(
                    Keys.entityOf(key), Keys.number(key, key.length - Long.BYTES), value)));
  }

  void forEachEntity(EventStore.EntityVisitor each) throws RocksDBException {
    forEach(
        'n',
        (key, value) -> {
          Values.Mark mark = Values.mark(value);
          each.entity(
              new String(key, 1, key.length - 1, StandardCharsets.UTF_8),
              mark.highest(),
              mark.deletedTo());
        });
  }

  void forEachSnapshot(Consumer<StoredSnapshot> each) throws RocksDBException {
    forEach(
        's',
        (key, value) -> {
          SnapshotPart part = Values.part(value);
          if (part.last()) {
            String entity =
                new String(
                    key, 1, key.length - 2 - Long.BYTES - Integer.BYTES, StandardCharsets.UTF_8);
            long sequence = Keys.number(key, key.length - Long.BYTES - Integer.BYTES);
            StoredSnapshot whole = whole(entity, sequence, part);
            if (whole != null) {
              each.accept(whole);
            }
          }
        });
  }

  private interface Entry {
    void take(byte[] key, byte[] value) throws RocksDBException;
  }

  private void forEach(char kind, Entry each) throws RocksDBException {
    byte[] prefix = {(byte) kind};
    try (RocksIterator at = db.newIterator(options)) {
      for (at.seek(prefix); at.isValid() && Keys.startsWith(at.key(), prefix); at.next()) {
        each.take(at.key(), at.value());
      }
      at.status();
    }
  }
}

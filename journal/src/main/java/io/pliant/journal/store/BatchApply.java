package io.pliant.journal.store;

import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.change.SnapshotRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** One log entry on its way into the store: decides each change, gathers what is to be written. */
final class BatchApply implements AutoCloseable {
  private final RocksDB db;
  private final WriteBatch batch = new WriteBatch();
  private final Map<String, Values.Mark> marks = new HashMap<>();
  private long position;

  BatchApply(RocksDB db, long position) {
    this.db = db;
    this.position = position;
  }

  /** Position of the newest event. */
  long position() {
    return position;
  }

  List<Outcome> apply(List<Change> changes) throws RocksDBException {
    List<Outcome> outcomes = new ArrayList<>(changes.size());
    for (Change change : changes) {
      outcomes.add(
          switch (change) {
            case Change.Append append -> append(append);
            case Change.DeleteTo(String entity, long to) -> deleteTo(entity, to);
            case Change.PutSnapshot(String entity, long sequence, SnapshotPart part) -> {
              batch.put(Keys.snapshot(entity, sequence, part.number()), Values.of(part));
              yield Outcome.Done.INSTANCE;
            }
            case Change.DropSnapshots(String entity, SnapshotRange range) -> drop(entity, range);
          });
    }
    return outcomes;
  }

  void write(WriteOptions options, Applied applied) throws RocksDBException {
    batch.put(Keys.APPLIED, Values.of(applied));
    db.write(options, batch);
  }

  private Outcome append(Change.Append append) throws RocksDBException {
    Values.Mark mark = mark(append.entity());
    if (append.first() != mark.highest() + 1) {
      return repeated(append, mark) ? Outcome.Done.INSTANCE : new Outcome.Conflict(mark.highest());
    }
    long sequence = mark.highest();
    for (Event event : append.events()) {
      sequence++;
      position++;
      StoredEvent stored =
          new StoredEvent(append.entity(), sequence, position, append.writer(), event);
      batch.put(Keys.event(append.entity(), sequence), Values.of(stored));
      if (!event.tag().isEmpty()) {
        batch.put(Keys.tag(event.tag(), position), Keys.reference(append.entity(), sequence));
      }
    }
    put(append.entity(), new Values.Mark(sequence, mark.deletedTo()));
    return Outcome.Done.INSTANCE;
  }

  /** Whether exactly these events of this writer are stored already: its answer was lost. */
  private boolean repeated(Change.Append append, Values.Mark mark) throws RocksDBException {
    long last = append.first() + append.events().size() - 1;
    if (last > mark.highest() || append.first() <= mark.deletedTo()) {
      return false;
    }
    long sequence = append.first();
    for (Event event : append.events()) {
      byte[] value = db.get(Keys.event(append.entity(), sequence));
      if (value == null) {
        return false;
      }
      StoredEvent stored = Values.event(append.entity(), sequence, value);
      if (!stored.writer().equals(append.writer())
          || !Arrays.equals(stored.event().payload(), event.payload())) {
        return false;
      }
      sequence++;
    }
    return true;
  }

  private Outcome deleteTo(String entity, long to) throws RocksDBException {
    Values.Mark mark = mark(entity);
    long last = Math.min(to, mark.highest());
    for (long sequence = mark.deletedTo() + 1; sequence <= last; sequence++) {
      byte[] key = Keys.event(entity, sequence);
      byte[] value = db.get(key);
      if (value != null) {
        StoredEvent stored = Values.event(entity, sequence, value);
        if (!stored.event().tag().isEmpty()) {
          batch.delete(Keys.tag(stored.event().tag(), stored.position()));
        }
      }
      batch.delete(key);
    }
    put(entity, new Values.Mark(mark.highest(), Math.max(last, mark.deletedTo())));
    return Outcome.Done.INSTANCE;
  }

  private Outcome drop(String entity, SnapshotRange range) throws RocksDBException {
    byte[] prefix = Keys.prefix('s', entity);
    try (RocksIterator at = db.newIterator()) {
      for (at.seek(Keys.snapshot(entity, range.minSequence(), 0));
          at.isValid() && Keys.startsWith(at.key(), prefix);
          at.next()) {
        long sequence = Keys.number(at.key(), prefix.length);
        if (sequence > range.maxSequence()) {
          break;
        }
        if (range.contains(sequence, Values.part(at.value()).writtenAt())) {
          batch.delete(at.key());
        }
      }
      at.status();
    }
    return Outcome.Done.INSTANCE;
  }

  private Values.Mark mark(String entity) throws RocksDBException {
    Values.Mark known = marks.get(entity);
    return known == null ? StoreReads.mark(db, entity) : known;
  }

  private void put(String entity, Values.Mark mark) throws RocksDBException {
    marks.put(entity, mark);
    batch.put(Keys.mark(entity), Values.of(mark));
  }

  @Override
  public void close() {
    batch.close();
  }
}

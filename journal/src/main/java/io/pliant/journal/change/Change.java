package io.pliant.journal.change;

import java.util.List;

/** One thing that a writer asks of the journal; it succeeds or fails by itself. */
public sealed interface Change {
  /** The entity that it concerns. */
  String entity();

  /** Rough size in a log entry, in bytes. */
  int weight();

  /**
   * Adds events, all or none.
   *
   * @param writer the incarnation of the entity that writes. The same events by the same writer are
   *     accepted again, so that a write whose answer was lost may be repeated
   * @param first sequence number of the first event: it must follow the newest stored one
   */
  record Append(String entity, String writer, long first, List<Event> events) implements Change {
    public Append {
      events = List.copyOf(events);
      if (events.isEmpty() || first < 1) {
        throw new IllegalArgumentException(
            "Expected events from number 1 on, but got %d from %d."
                .formatted(events.size(), first));
      }
    }

    @Override
    public int weight() {
      int sum = 32 + entity.length() + writer.length();
      for (Event event : events) {
        sum += event.weight();
      }
      return sum;
    }
  }

  /** Deletes events up to a sequence number. Their numbers are never used again. */
  record DeleteTo(String entity, long to) implements Change {
    @Override
    public int weight() {
      return 24 + entity.length();
    }
  }

  /** Stores a piece of a snapshot, in place of one with the same numbers. */
  record PutSnapshot(String entity, long sequence, SnapshotPart part) implements Change {
    @Override
    public int weight() {
      return 48 + entity.length() + part.manifest().length() + part.bytes().length;
    }
  }

  /** Deletes snapshots. */
  record DropSnapshots(String entity, SnapshotRange range) implements Change {
    @Override
    public int weight() {
      return 48 + entity.length();
    }
  }
}

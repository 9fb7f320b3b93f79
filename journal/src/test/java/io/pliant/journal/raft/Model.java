package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.change.Outcome;
import io.pliant.journal.change.SnapshotPart;
import io.pliant.journal.change.SnapshotRange;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoredEvent;
import io.pliant.journal.store.StoredSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a journal must hold, kept in plain maps. A change whose answer was lost may have been taken
 * or not: {@link #settle} asks the journal which, and holds it to one of the two.
 */
final class Model {
  static final String TAG = "seen";

  private final Map<String, Entity> entities = new TreeMap<>();

  private static final class Entity {
    private final TreeMap<Long, Integer> events = new TreeMap<>();
    private final TreeMap<Long, Integer> snapshots = new TreeMap<>();
    private long highest;
  }

  private Entity entity(String name) {
    return entities.computeIfAbsent(name, _ -> new Entity());
  }

  List<String> names() {
    return List.copyOf(entities.keySet());
  }

  long highest(String name) {
    return entity(name).highest;
  }

  /** What the journal must answer. */
  Outcome expected(Change change) {
    return change instanceof Change.Append append
            && append.first() != entity(append.entity()).highest + 1
        ? new Outcome.Conflict(entity(append.entity()).highest)
        : Outcome.Done.INSTANCE;
  }

  /** Takes a change that was acknowledged. */
  void take(Change change) {
    Entity entity = entity(change.entity());
    switch (change) {
      case Change.Append append -> {
        for (Event event : append.events()) {
          entity.highest++;
          entity.events.put(entity.highest, Arrays.hashCode(event.payload()));
        }
      }
      case Change.DeleteTo(_, long to) -> entity.events.headMap(to, true).clear();
      case Change.PutSnapshot(_, long sequence, SnapshotPart part) ->
          entity.snapshots.put(sequence, Arrays.hashCode(part.bytes()));
      case Change.DropSnapshots(_, SnapshotRange range) ->
          entity.snapshots.subMap(range.minSequence(), true, range.maxSequence(), true).clear();
    }
  }

  /** Takes or leaves a change whose answer was lost, as the journal has it. */
  void settle(Change change, EventStore store) {
    boolean taken =
        switch (change) {
          case Change.Append append -> store.highest(append.entity()) >= append.first();
          case Change.DeleteTo(String name, long to) ->
              entity(name).events.headMap(to, true).isEmpty()
                  || store.replay(name, 1, to, 1).isEmpty();
          case Change.PutSnapshot(String name, long sequence, _) ->
              store.snapshot(name, new SnapshotRange(sequence, sequence, 0, Long.MAX_VALUE))
                  != null;
          case Change.DropSnapshots(String name, SnapshotRange range) ->
              store.snapshot(name, range) == null;
        };
    if (taken) {
      take(change);
    }
  }

  /** Holds a whole state against this. */
  void assertSame(EventStore store) {
    List<String> tagged = new ArrayList<>();
    long position = 0;
    for (List<StoredEvent> page = store.tagged(TAG, 0, 7);
        !page.isEmpty();
        page = store.tagged(TAG, position, 7)) {
      for (StoredEvent event : page) {
        assertThat(event.position()).isGreaterThan(position);
        position = event.position();
        tagged.add(event.entity() + " " + event.sequence());
      }
    }
    List<String> wanted = new ArrayList<>();
    entities.forEach((name, entity) -> {
      assertThat(store.highest(name)).as(name).isEqualTo(entity.highest);
      assertThat(replayed(store, name)).as(name).isEqualTo(entity.events);
      StoredSnapshot newest = store.snapshot(name, SnapshotRange.all());
      if (entity.snapshots.isEmpty()) {
        assertThat(newest).as(name).isNull();
      } else {
        StoredSnapshot found = Objects.requireNonNull(newest, name);
        assertThat(Map.entry(found.sequence(), Arrays.hashCode(found.bytes())))
            .as(name)
            .isEqualTo(entity.snapshots.lastEntry());
      }
      entity.events.keySet().forEach(sequence -> wanted.add(name + " " + sequence));
    });
    assertThat(tagged).containsExactlyInAnyOrderElementsOf(wanted);
  }

  /** Page by page, as entities recover. */
  private static Map<Long, Integer> replayed(EventStore store, String name) {
    Map<Long, Integer> events = new TreeMap<>();
    long from = 1;
    for (List<StoredEvent> page = store.replay(name, from, Long.MAX_VALUE, 5);
        !page.isEmpty();
        page = store.replay(name, from, Long.MAX_VALUE, 5)) {
      for (StoredEvent event : page) {
        events.put(event.sequence(), Arrays.hashCode(event.event().payload()));
      }
      from = page.getLast().sequence() + 1;
    }
    return events;
  }
}

package io.pliant.journal.raft;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.pliant.journal.JournalWriteFailed;
import io.pliant.journal.change.Change;
import io.pliant.journal.change.Event;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoredEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Which group keeps what, by name. It is decided once for each name, when that is first asked for,
 * and stands in the first group as events of an entity of its own. A new name goes to a group that
 * has the fewest.
 */
public final class GroupTable {
  /** The entity; no name of an entity of Pekko's looks so. */
  static final String ENTITY = "journal-groups";

  private static final String MANIFEST = "name-in-group";
  private static final int MOST_AT_ONCE = 500;
  private static final CBORFactory CBOR = new CBORFactory();

  private final JournalMember member;
  private final InstantSource clock;

  /** A table of a member's groups. */
  public GroupTable(JournalMember member, InstantSource clock) {
    this.member = member;
    this.clock = clock;
  }

  /**
   * What this member knows, and what it would say of further names: what all would agree on when
   * all ask for the same names.
   *
   * @param groups by name
   * @param decided whether all of it is decided, and so for ever
   */
  public record Proposal(Map<String, Integer> groups, boolean decided) {}

  /** Asks nobody. */
  public Proposal propose(List<String> names) {
    Map<String, Integer> known = checked(read(member.first().stateHere()));
    Map<String, Integer> all = new TreeMap<>(known);
    all.putAll(missing(known, names, member.groups().size()));
    return new Proposal(Collections.unmodifiableMap(all), known.keySet().containsAll(names));
  }

  /**
   * Groups of all the names, and of those that were asked for before. Waits for a leader of the
   * first group only when a name is new.
   *
   * @param names without repetition; new ones are taken in this order
   * @param within how long to try
   * @throws JournalWriteFailed when more than half of the members did not agree in time
   */
  public Map<String, Integer> groups(List<String> names, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    Map<String, Integer> known = waited(member.first().readHere(GroupTable::read), end);
    while (!known.keySet().containsAll(names)) {
      known = checked(waited(member.first().read(GroupTable::read), end));
      List<Event> added = new ArrayList<>();
      long now = clock.millis();
      missing(known, names, member.groups().size())
          .forEach((name, group) -> added.add(event(name, group, now)));
      if (!added.isEmpty()) {
        // who was before us is seen when it is read again
        waited(
            member
                .first()
                .write(
                    new Change.Append(
                        ENTITY,
                        "",
                        known.size() + 1L,
                        added.subList(0, Math.min(MOST_AT_ONCE, added.size())))),
            end);
      }
    }
    return checked(known);
  }

  private Map<String, Integer> checked(Map<String, Integer> known) {
    known.forEach((name, group) -> {
      if (group < 0 || group >= member.groups().size()) {
        throw new IllegalStateException(
            "Expected '%s' to be in one of %d groups, but the journal says in %d."
                .formatted(name, member.groups().size(), group));
      }
    });
    return Collections.unmodifiableMap(known);
  }

  /** What the names that are not known are to get, in their order. */
  static Map<String, Integer> missing(Map<String, Integer> known, List<String> names, int groups) {
    int[] shares = new int[groups];
    known.values().forEach(group -> shares[group]++);
    Map<String, Integer> added = new LinkedHashMap<>();
    for (String name : names) {
      if (!known.containsKey(name)) {
        int least = 0;
        for (int group = 1; group < groups; group++) {
          least = shares[group] < shares[least] ? group : least;
        }
        shares[least]++;
        added.put(name, least);
      }
    }
    return added;
  }

  private static Map<String, Integer> read(EventStore store) {
    Map<String, Integer> known = new TreeMap<>();
    List<StoredEvent> page = store.replay(ENTITY, 1, Long.MAX_VALUE, MOST_AT_ONCE);
    while (!page.isEmpty()) {
      page.forEach(stored -> take(stored.event().payload(), known));
      page = store.replay(ENTITY, page.getLast().sequence() + 1, Long.MAX_VALUE, MOST_AT_ONCE);
    }
    return known;
  }

  private static Event event(String name, int group, long now) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = CBOR.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("name", name);
      out.writeNumberField("group", group);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Event(now, 0, MANIFEST, "", bytes.toByteArray());
  }

  private static void take(byte[] payload, Map<String, Integer> into) {
    String name = "";
    int group = -1;
    try (JsonParser in = CBOR.createParser(payload)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String field = in.currentName();
        in.nextToken();
        switch (field) {
          case "name" -> name = in.getText();
          case "group" -> group = in.getIntValue();
          default -> in.skipChildren();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Expected the group of a name in the journal.", e);
    }
    into.put(name, group);
  }

  private static <T> T waited(CompletionStage<T> stage, long end) {
    try {
      return stage
          .toCompletableFuture()
          .get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof JournalWriteFailed failed
          ? failed
          : new CompletionException(e.getCause());
    } catch (TimeoutException e) {
      throw new JournalWriteFailed(
          "Expected the journal to say which group keeps what, but no member leads; more than half of the members must run.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JournalWriteFailed("Expected an answer of the journal, but was interrupted.", e);
    }
  }
}

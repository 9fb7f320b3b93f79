package io.pliant.journal.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.change.Event;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.BackupFolder;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoreImport;
import io.pliant.journal.store.StoredEvent;
import io.pliant.journal.store.StoredSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backup folder from the lines of {@link JournalLines}. Numbers and positions are as they
 * were, so that readers of tagged events find their place again.
 */
public final class JournalImport {
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final Path to;
  private final List<Applied> read = new ArrayList<>();
  private long line;
  private int groups;
  private @Nullable EventStore store;
  private @Nullable StoreImport into;
  private Applied applied = Applied.none();

  private JournalImport(Path file, Path to) {
    this.file = file;
    this.to = to;
  }

  /**
   * Reads the file into a folder that does not exist yet.
   *
   * @return how far each group was, by number
   * @throws JournalRefused naming the line that cannot be read
   */
  public static List<Applied> read(Path file, Path to) {
    if (Files.exists(to)) {
      throw new JournalRefused(
          "Expected a folder that does not exist yet, but there is %s.".formatted(to), null);
    }
    JournalImport reading = new JournalImport(file, to);
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        reading.line(text);
      }
      return reading.ended();
    } catch (IOException e) {
      throw new JournalRefused("Expected to read %s, but: %s.".formatted(file, e), e);
    } finally {
      reading.abandon();
    }
  }

  private List<Applied> ended() {
    finish();
    if (read.isEmpty()) {
      throw refused("a first line of kind journal", null);
    }
    if (read.size() != groups) {
      throw refused("a line of kind journal for each of %d groups".formatted(groups), null);
    }
    BackupFolder.complete(to, groups);
    return read;
  }

  /** The group is read to its end: only then it counts as far as its first line says. */
  private void finish() {
    EventStore open = store;
    if (open != null) {
      open.rebase(applied);
      read.add(open.applied());
      abandon();
    }
  }

  private void abandon() {
    EventStore open = store;
    store = null;
    into = null;
    if (open != null) {
      open.close();
    }
  }

  private void begin(Fields fields) {
    if (fields.number("version") != JournalLines.VERSION) {
      throw new IllegalArgumentException("version " + JournalLines.VERSION);
    }
    finish();
    long number = fields.numberOr("group", 0);
    long count = fields.numberOr("groups", 1);
    if (number != read.size() || count < 1 || count > GroupSettings.MOST_GROUPS) {
      throw new IllegalArgumentException("the group with number " + read.size());
    }
    if (read.isEmpty()) {
      groups = (int) count;
      BackupFolder.begin(to, groups);
    }
    EventStore opened = EventStore.open(BackupFolder.part(to, (int) number, groups));
    store = opened;
    into = opened.importing();
    applied = new Applied(0, fields.number("entry"), fields.number("position"));
  }

  private void line(String text) {
    line++;
    try {
      Fields fields = new Fields(fields(text));
      String kind = fields.text("kind");
      if (kind.equals("journal")) {
        begin(fields);
        return;
      }
      StoreImport group = into;
      if (group == null) {
        throw new IllegalArgumentException("a first line of kind journal");
      }
      switch (kind) {
        case "entity" ->
            group.entity(
                fields.text("entity"), fields.number("highest"), fields.number("deletedTo"));
        case "event" -> group.event(fields.event());
        case "snapshot" -> group.snapshot(fields.snapshot());
        default -> throw new IllegalArgumentException("kind journal, entity, event or snapshot");
      }
    } catch (IOException | IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()), e);
    }
  }

  private JournalRefused refused(String expected, @Nullable Exception e) {
    return new JournalRefused(
        "%s line %d: expected %s.".formatted(file, Math.max(1, line), expected), e);
  }

  private static Map<String, String> fields(String text) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser in = JSON.createParser(text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("a JSON object");
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        if (in.nextToken().isStructStart()) {
          in.skipChildren();
        } else {
          fields.put(name, in.getText());
        }
      }
    }
    return fields;
  }

  /** The fields of a line, all needed ones required. */
  private record Fields(Map<String, String> values) {
    String text(String name) {
      String value = values.get(name);
      if (value == null) {
        throw new IllegalArgumentException("a field '" + name + "'");
      }
      return value;
    }

    long number(String name) {
      try {
        return Long.parseLong(text(name));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("a number as '" + name + "'", e);
      }
    }

    long numberOr(String name, long otherwise) {
      return values.containsKey(name) ? number(name) : otherwise;
    }

    byte[] payload() {
      return Base64.getDecoder().decode(text("payload"));
    }

    StoredEvent event() {
      return new StoredEvent(
          text("entity"),
          number("sequence"),
          number("position"),
          text("writer"),
          new Event(
              number("writtenAt"),
              (int) number("serializer"),
              text("manifest"),
              text("tag"),
              payload()));
    }

    StoredSnapshot snapshot() {
      return new StoredSnapshot(
          text("entity"),
          number("sequence"),
          number("writtenAt"),
          (int) number("serializer"),
          text("manifest"),
          payload());
    }
  }
}

package io.pliant.journal.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.change.Event;
import io.pliant.journal.store.Applied;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoreImport;
import io.pliant.journal.store.StoredEvent;
import io.pliant.journal.store.StoredSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backup folder from the lines of {@link JournalLines}. Numbers and positions are as they
 * were, so that readers of tagged events find their place again.
 */
public final class JournalImport {
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final StoreImport into;
  private long line;
  private Applied applied = Applied.none();

  private JournalImport(Path file, StoreImport into) {
    this.file = file;
    this.into = into;
  }

  /**
   * Reads the file into a folder that does not exist yet.
   *
   * @throws JournalRefused naming the line that cannot be read
   */
  public static Applied read(Path file, Path to) {
    if (Files.exists(to)) {
      throw new JournalRefused(
          "Expected a folder that does not exist yet, but there is %s.".formatted(to), null);
    }
    try (BufferedReader lines = Files.newBufferedReader(file);
        EventStore store = EventStore.open(to)) {
      JournalImport reading = new JournalImport(file, store.importing());
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        reading.line(text);
      }
      if (reading.line == 0) {
        throw reading.refused("a first line of kind journal", null);
      }
      store.rebase(reading.applied);
      return store.applied();
    } catch (IOException e) {
      throw new JournalRefused("Expected to read %s, but: %s.".formatted(file, e), e);
    }
  }

  private void line(String text) {
    line++;
    try {
      Fields fields = new Fields(fields(text));
      String kind = fields.text("kind");
      if ((line == 1) != kind.equals("journal")) {
        throw new IllegalArgumentException("one line of kind journal, the first");
      }
      switch (kind) {
        case "journal" -> {
          if (fields.number("version") != JournalLines.VERSION) {
            throw new IllegalArgumentException("version " + JournalLines.VERSION);
          }
          applied = new Applied(0, fields.number("entry"), fields.number("position"));
        }
        case "entity" ->
            into.entity(
                fields.text("entity"), fields.number("highest"), fields.number("deletedTo"));
        case "event" -> into.event(fields.event());
        case "snapshot" -> into.snapshot(fields.snapshot());
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

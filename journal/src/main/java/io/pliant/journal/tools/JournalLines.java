package io.pliant.journal.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.pliant.journal.JournalRefused;
import io.pliant.journal.store.BackupFolder;
import io.pliant.journal.store.EventStore;
import io.pliant.journal.store.StoredEvent;
import io.pliant.journal.store.StoredSnapshot;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A journal as lines of JSON: one for each group, followed by one for each of its entities, events
 * and snapshots. What is in an event is shown as {@code value} for a reader, and as {@code payload}
 * (Base64), which is what is read back.
 */
public final class JournalLines {
  /** Version of the lines. */
  static final int VERSION = 1;

  private static final JsonFactory JSON = new JsonFactory();
  private static final CBORFactory CBOR = new CBORFactory();

  private final Writer out;
  private long lines;

  private JournalLines(Writer out) {
    this.out = out;
  }

  /**
   * Writes all of a journal: entities by name, the events of each in order, its snapshots.
   *
   * @param from folder of a backup
   * @return number of lines
   * @throws JournalRefused when the folder holds no whole journal
   */
  public static long write(Path from, Writer out) {
    List<Path> parts = BackupFolder.parts(from);
    parts.forEach(Backups::require);
    try {
      JournalLines lines = new JournalLines(out);
      for (int number = 0; number < parts.size(); number++) {
        try (EventStore store = EventStore.open(parts.get(number))) {
          lines.all(store, number, parts.size());
        }
      }
      out.flush();
      return lines.lines;
    } catch (IOException e) {
      throw new JournalRefused("Expected to write the export, but: " + e + ".", e);
    } catch (UncheckedIOException e) {
      throw new JournalRefused("Expected to write the export, but: " + e.getCause() + ".", e);
    }
  }

  private void all(EventStore store, int group, int groups) throws IOException {
    line(json -> {
      json.writeStringField("kind", "journal");
      json.writeNumberField("version", VERSION);
      if (groups > 1) {
        json.writeNumberField("group", group);
        json.writeNumberField("groups", groups);
      }
      json.writeNumberField("entry", store.applied().index());
      json.writeNumberField("position", store.applied().position());
    });
    store.forEachEntity((name, highest, deletedTo) -> {
      line(json -> {
        json.writeStringField("kind", "entity");
        json.writeStringField("entity", name);
        json.writeNumberField("highest", highest);
        json.writeNumberField("deletedTo", deletedTo);
      });
    });
    store.forEachEvent(this::event);
    store.forEachSnapshot(this::snapshot);
  }

  private void event(StoredEvent stored) {
    line(json -> {
      json.writeStringField("kind", "event");
      json.writeStringField("entity", stored.entity());
      json.writeNumberField("sequence", stored.sequence());
      json.writeNumberField("position", stored.position());
      json.writeStringField("writer", stored.writer());
      json.writeNumberField("writtenAt", stored.event().writtenAt());
      json.writeStringField("tag", stored.event().tag());
      content(
          json, stored.event().serializer(), stored.event().manifest(), stored.event().payload());
    });
  }

  private void snapshot(StoredSnapshot stored) {
    line(json -> {
      json.writeStringField("kind", "snapshot");
      json.writeStringField("entity", stored.entity());
      json.writeNumberField("sequence", stored.sequence());
      json.writeNumberField("writtenAt", stored.writtenAt());
      content(json, stored.serializer(), stored.manifest(), stored.bytes());
    });
  }

  private static void content(JsonGenerator json, int serializer, String manifest, byte[] payload)
      throws IOException {
    json.writeNumberField("serializer", serializer);
    json.writeStringField("manifest", manifest);
    String value = readable(payload);
    if (value != null) {
      json.writeFieldName("value");
      json.writeRawValue(value);
    }
    json.writeBinaryField("payload", payload);
  }

  /** The payload as JSON when it is CBOR, as our own events are; else null. */
  private static @Nullable String readable(byte[] payload) {
    StringWriter text = new StringWriter();
    try (JsonParser in = CBOR.createParser(payload);
        JsonGenerator json = JSON.createGenerator(text)) {
      if (in.nextToken() == null || !in.currentToken().isStructStart()) {
        return null;
      }
      json.copyCurrentStructure(in);
      if (in.nextToken() != null) {
        return null;
      }
    } catch (IOException e) {
      return null; // it is something else: the payload alone says what
    }
    return text.toString();
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(Fields fields) {
    try {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = JSON.createGenerator(text)) {
        json.writeStartObject();
        fields.write(json);
        json.writeEndObject();
      }
      out.write(text.toString());
      out.write('\n');
      lines++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

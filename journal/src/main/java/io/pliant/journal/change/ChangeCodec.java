package io.pliant.journal.change;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes as the bytes of a log entry, and outcomes as those of its answer. The first byte is the
 * version of the format: entries of earlier versions must be read for as long as they may be in a
 * log.
 */
public final class ChangeCodec {
  private static final int VERSION = 1;
  private static final int APPEND = 1;
  private static final int DELETE_TO = 2;
  private static final int PUT_SNAPSHOT = 3;
  private static final int DROP_SNAPSHOTS = 4;
  private static final int DONE = 0;
  private static final int CONFLICT = 1;

  private ChangeCodec() {}

  /** Bytes of a batch. */
  public static byte[] encode(List<Change> changes) {
    return written(out -> {
      out.writeInt(changes.size());
      for (Change change : changes) {
        write(out, change);
      }
    });
  }

  /**
   * The batch that {@link #encode} wrote.
   *
   * @throws IllegalArgumentException when the bytes are of another version
   */
  public static List<Change> decode(byte[] bytes) {
    return read(
        bytes,
        in -> {
          int count = in.readInt();
          List<Change> changes = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            changes.add(readChange(in));
          }
          return changes;
        });
  }

  /** Bytes of the outcomes of a batch, in its order. */
  public static byte[] encodeOutcomes(List<Outcome> outcomes) {
    return written(out -> {
      out.writeInt(outcomes.size());
      for (Outcome outcome : outcomes) {
        switch (outcome) {
          case Outcome.Done _ -> out.writeByte(DONE);
          case Outcome.Conflict(long highest) -> {
            out.writeByte(CONFLICT);
            out.writeLong(highest);
          }
        }
      }
    });
  }

  /** The outcomes that {@link #encodeOutcomes} wrote. */
  public static List<Outcome> decodeOutcomes(byte[] bytes) {
    return read(
        bytes,
        in -> {
          int count = in.readInt();
          List<Outcome> outcomes = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            outcomes.add(
                in.readByte() == DONE
                    ? Outcome.Done.INSTANCE
                    : new Outcome.Conflict(in.readLong()));
          }
          return outcomes;
        });
  }

  private static void write(DataOutputStream out, Change change) throws IOException {
    switch (change) {
      case Change.Append append -> {
        out.writeByte(APPEND);
        out.writeUTF(append.entity());
        out.writeUTF(append.writer());
        out.writeLong(append.first());
        out.writeInt(append.events().size());
        for (Event event : append.events()) {
          out.writeLong(event.writtenAt());
          out.writeInt(event.serializer());
          out.writeUTF(event.manifest());
          out.writeUTF(event.tag());
          writeBytes(out, event.payload());
        }
      }
      case Change.DeleteTo(String entity, long to) -> {
        out.writeByte(DELETE_TO);
        out.writeUTF(entity);
        out.writeLong(to);
      }
      case Change.PutSnapshot(String entity, long sequence, SnapshotPart part) -> {
        out.writeByte(PUT_SNAPSHOT);
        out.writeUTF(entity);
        out.writeLong(sequence);
        out.writeLong(part.writtenAt());
        out.writeInt(part.serializer());
        out.writeUTF(part.manifest());
        out.writeInt(part.number());
        out.writeInt(part.count());
        writeBytes(out, part.bytes());
      }
      case Change.DropSnapshots(String entity, SnapshotRange range) -> {
        out.writeByte(DROP_SNAPSHOTS);
        out.writeUTF(entity);
        out.writeLong(range.minSequence());
        out.writeLong(range.maxSequence());
        out.writeLong(range.minTime());
        out.writeLong(range.maxTime());
      }
    }
  }

  private static Change readChange(DataInputStream in) throws IOException {
    int kind = in.readByte();
    String entity = in.readUTF();
    return switch (kind) {
      case APPEND -> readAppend(in, entity);
      case DELETE_TO -> new Change.DeleteTo(entity, in.readLong());
      case PUT_SNAPSHOT ->
          new Change.PutSnapshot(
              entity,
              in.readLong(),
              new SnapshotPart(
                  in.readLong(),
                  in.readInt(),
                  in.readUTF(),
                  in.readInt(),
                  in.readInt(),
                  readBytes(in)));
      case DROP_SNAPSHOTS ->
          new Change.DropSnapshots(
              entity,
              new SnapshotRange(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
      default ->
          throw new IllegalArgumentException(
              "Expected a change of kind 1 to 4, but got %d.".formatted(kind));
    };
  }

  private static Change readAppend(DataInputStream in, String entity) throws IOException {
    String writer = in.readUTF();
    long first = in.readLong();
    int count = in.readInt();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(new Event(in.readLong(), in.readInt(), in.readUTF(), in.readUTF(), readBytes(in)));
    }
    return new Change.Append(entity, writer, first, events);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private interface Reading<T> {
    T from(DataInputStream in) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      writing.to(out);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Expected names of at most 65535 bytes, but: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(byte[] bytes, Reading<T> reading) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "Expected a log entry of format %d, but got %d. Was it written by a newer release?"
                .formatted(VERSION, version));
      }
      return reading.from(in);
    } catch (IOException e) {
      throw new IllegalArgumentException("Expected a whole log entry, but it ends early.", e);
    }
  }
}

package io.pliant.journal.store;

import io.pliant.journal.change.Event;
import io.pliant.journal.change.SnapshotPart;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Values of the store. The first byte of an event and of a piece is the version of its format. */
final class Values {
  private static final byte VERSION = 1;

  private Values() {}

  /** What is known of an entity beside its events. */
  record Mark(long highest, long deletedTo) {
    static final Mark NONE = new Mark(0, 0);
  }

  static byte[] of(Applied applied) {
    return ByteBuffer.allocate(3 * Long.BYTES)
        .putLong(applied.term())
        .putLong(applied.index())
        .putLong(applied.position())
        .array();
  }

  static Applied applied(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Applied(in.getLong(), in.getLong(), in.getLong());
  }

  static byte[] of(Mark mark) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(mark.highest())
        .putLong(mark.deletedTo())
        .array();
  }

  static Mark mark(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Mark(in.getLong(), in.getLong());
  }

  static byte[] of(StoredEvent stored) {
    Event event = stored.event();
    byte[] writer = bytes(stored.writer());
    byte[] manifest = bytes(event.manifest());
    byte[] tag = bytes(event.tag());
    return ByteBuffer.allocate(
            1
                + 2 * 8
                + 4
                + 3 * 4
                + writer.length
                + manifest.length
                + tag.length
                + event.payload().length)
        .put(VERSION)
        .putLong(stored.position())
        .putLong(event.writtenAt())
        .putInt(event.serializer())
        .putInt(writer.length)
        .put(writer)
        .putInt(manifest.length)
        .put(manifest)
        .putInt(tag.length)
        .put(tag)
        .put(event.payload())
        .array();
  }

  static StoredEvent event(String entity, long sequence, byte[] value) {
    ByteBuffer in = versioned(value);
    long position = in.getLong();
    long writtenAt = in.getLong();
    int serializer = in.getInt();
    String writer = text(in);
    String manifest = text(in);
    String tag = text(in);
    byte[] payload = new byte[in.remaining()];
    in.get(payload);
    return new StoredEvent(
        entity,
        sequence,
        position,
        writer,
        new Event(writtenAt, serializer, manifest, tag, payload));
  }

  static byte[] of(SnapshotPart part) {
    byte[] manifest = bytes(part.manifest());
    return ByteBuffer.allocate(1 + 8 + 4 * 4 + manifest.length + part.bytes().length)
        .put(VERSION)
        .putLong(part.writtenAt())
        .putInt(part.serializer())
        .putInt(part.number())
        .putInt(part.count())
        .putInt(manifest.length)
        .put(manifest)
        .put(part.bytes())
        .array();
  }

  static SnapshotPart part(byte[] value) {
    ByteBuffer in = versioned(value);
    long writtenAt = in.getLong();
    int serializer = in.getInt();
    int number = in.getInt();
    int count = in.getInt();
    String manifest = text(in);
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    return new SnapshotPart(writtenAt, serializer, manifest, number, count, bytes);
  }

  private static ByteBuffer versioned(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    byte version = in.get();
    if (version != VERSION) {
      throw new StoreFailure(
          "Expected a stored value of format %d, but got %d. Was it written by a newer release?"
              .formatted(VERSION, version),
          null);
    }
    return in;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

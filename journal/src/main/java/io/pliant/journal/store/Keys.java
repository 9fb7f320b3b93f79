package io.pliant.journal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keys of the store. The first byte says what is meant; a name ends in a zero byte; numbers are
 * big-endian, so that keys sort by them.
 *
 * <pre>
 * m                          how far the state is
 * n ENTITY                   newest sequence number, newest deleted one
 * e ENTITY 0 SEQUENCE        event
 * t TAG 0 POSITION           ENTITY 0 SEQUENCE of the event
 * s ENTITY 0 SEQUENCE PIECE  piece of a snapshot
 * </pre>
 */
final class Keys {
  static final byte[] APPLIED = {'m'};

  private Keys() {}

  static byte[] mark(String entity) {
    byte[] name = entity.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + name.length).put((byte) 'n').put(name).array();
  }

  static byte[] event(String entity, long sequence) {
    return numbered('e', entity, sequence);
  }

  static byte[] tag(String tag, long position) {
    return numbered('t', tag, position);
  }

  static byte[] snapshot(String entity, long sequence, int part) {
    byte[] key = numbered('s', entity, sequence);
    return ByteBuffer.allocate(key.length + Integer.BYTES).put(key).putInt(part).array();
  }

  /** What all keys of that kind and name begin with. */
  static byte[] prefix(char kind, String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(bytes.length + 2).put((byte) kind).put(bytes).put((byte) 0).array();
  }

  /** The key's number, behind the name of {@code prefix} bytes. */
  static long number(byte[] key, int prefix) {
    return ByteBuffer.wrap(key, prefix, Long.BYTES).getLong();
  }

  /** Entity and sequence number as a value. */
  static byte[] reference(String entity, long sequence) {
    byte[] key = numbered('e', entity, sequence);
    return Arrays.copyOfRange(key, 1, key.length);
  }

  /** The key of the event that a {@link #reference} means. */
  static byte[] eventOf(byte[] reference) {
    return ByteBuffer.allocate(reference.length + 1).put((byte) 'e').put(reference).array();
  }

  /** The entity in an event's key. */
  static String entityOf(byte[] eventKey) {
    return new String(eventKey, 1, eventKey.length - 2 - Long.BYTES, StandardCharsets.UTF_8);
  }

  static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static byte[] numbered(char kind, String name, long number) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(bytes.length + 2 + Long.BYTES)
        .put((byte) kind)
        .put(bytes)
        .put((byte) 0)
        .putLong(number)
        .array();
  }
}

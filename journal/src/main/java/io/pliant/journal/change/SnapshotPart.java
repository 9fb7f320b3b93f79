package io.pliant.journal.change;

/**
 * A piece of an entity's snapshot. A snapshot counts once its last piece is stored; pieces are
 * written in order.
 *
 * @param writtenAt milliseconds since 1970, the same for all pieces
 * @param serializer Pekko's number of the serializer
 * @param manifest what that serializer needs to read it
 * @param number 0 for the first
 * @param count number of pieces
 */
public record SnapshotPart(
    long writtenAt, int serializer, String manifest, int number, int count, byte[] bytes) {
  public SnapshotPart {
    if (count < 1 || number < 0 || number >= count) {
      throw new IllegalArgumentException(
          "Expected a piece number from 0 to %d, but got %d.".formatted(count - 1, number));
    }
  }

  /** True for the piece that makes the snapshot count. */
  public boolean last() {
    return number == count - 1;
  }
}

package io.pliant.journal.change;

/**
 * One event of an entity.
 *
 * @param writtenAt milliseconds since 1970
 * @param serializer Pekko's number of the serializer of {@code payload}
 * @param manifest what that serializer needs to read it
 * @param tag word by which it is found over all entities, or empty
 */
public record Event(long writtenAt, int serializer, String manifest, String tag, byte[] payload) {
  /** Rough size in a log entry, in bytes. */
  public int weight() {
    return 32 + manifest.length() + tag.length() + payload.length;
  }
}

package io.pliant.journal.store;

/**
 * A whole snapshot of an entity.
 *
 * @param writtenAt milliseconds since 1970
 * @param serializer Pekko's number of the serializer
 * @param manifest what that serializer needs to read it
 */
public record StoredSnapshot(
    String entity, long sequence, long writtenAt, int serializer, String manifest, byte[] bytes) {}

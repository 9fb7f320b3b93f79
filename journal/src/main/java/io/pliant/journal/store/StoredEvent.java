package io.pliant.journal.store;

import io.pliant.journal.change.Event;

/**
 * An event in the journal.
 *
 * @param position place in the order of all events, the same on every member
 * @param writer the incarnation of the entity that wrote it
 */
public record StoredEvent(
    String entity, long sequence, long position, String writer, Event event) {}

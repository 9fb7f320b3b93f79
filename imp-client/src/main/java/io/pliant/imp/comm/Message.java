package io.pliant.imp.comm;

/**
 * A message and who sent it.
 *
 * @param from the sender's rank
 * @param data what was sent
 * @param <A> type of the data
 */
public record Message<A>(int from, A data) {}

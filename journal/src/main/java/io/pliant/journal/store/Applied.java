package io.pliant.journal.store;

/**
 * How far the state is: the last log entry in it, and the position of the newest event.
 *
 * @param index -1 before the first entry
 */
public record Applied(long term, long index, long position) {
  /** Nothing yet. */
  public static Applied none() {
    return new Applied(0, -1, 0);
  }
}

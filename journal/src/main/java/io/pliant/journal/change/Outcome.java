package io.pliant.journal.change;

/** What became of a {@link Change}. */
public sealed interface Outcome {
  /** It is in the journal, and durable on more than half of the members. */
  enum Done implements Outcome {
    INSTANCE
  }

  /**
   * Another writer was before it: nothing was stored.
   *
   * @param highest newest sequence number of the entity
   */
  record Conflict(long highest) implements Outcome {}
}

package io.pliant.journal.pekko;

/** Which of several groups keeps the events of an entity; always the same answer. */
@FunctionalInterface
public interface GroupRoute {
  /**
   * Number of the group.
   *
   * @param entity persistence id
   */
  int groupOf(String entity);
}

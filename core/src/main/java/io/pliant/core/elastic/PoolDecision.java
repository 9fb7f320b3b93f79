package io.pliant.core.elastic;

/** One thing that an elastic policy wants done, and the rule that says so. */
public sealed interface PoolDecision {
  int job();

  /** The rule in a few words. */
  String why();

  /**
   * Start a waiting job now.
   *
   * @param nodes a legal size
   * @param reference when it would have ended as a rigid job; comes back in the view
   */
  record Start(int job, int nodes, long reference, String why) implements PoolDecision {}

  /** Begin an adaptation of a running malleable job to another legal size. */
  record Resize(int job, int nodes, String why) implements PoolDecision {}

  /**
   * The waiting job is promised a start on so many nodes no later than {@code at}, or another one
   * with which it ends no later than {@code end}, as things stand.
   */
  record Reserve(int job, long at, int nodes, long end, String why) implements PoolDecision {}
}

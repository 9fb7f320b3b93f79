package io.pliant.core.elastic;

/** One thing that an elastic policy wants done, and the rule that says so. */
public sealed interface ElasticDecision {
  int job();

  /** The rule in a few words. */
  String why();

  /**
   * Start a waiting job now.
   *
   * @param nodes a legal size
   * @param reference when it would have ended as a rigid job; comes back in the view
   */
  record Start(int job, int nodes, long reference, String why) implements ElasticDecision {}

  /** Begin an adaptation of a running malleable job to another legal size. */
  record Resize(int job, int nodes, String why) implements ElasticDecision {}

  /** The waiting job is promised a start no later than {@code at}, as things stand. */
  record Reserve(int job, long at, String why) implements ElasticDecision {}
}

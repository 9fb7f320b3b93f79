package io.pliant.sim.pool;

/** A way to run the jobs of a pool. */
interface PoolStrategy {
  /** A job comes to its home. */
  void submit(PoolJob job);

  /**
   * After the last job has ended; throws IllegalStateException when a node is not where it belongs.
   */
  void checkEnd();
}

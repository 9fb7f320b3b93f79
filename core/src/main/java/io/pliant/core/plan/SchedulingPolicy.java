package io.pliant.core.plan;

import io.pliant.core.view.ClusterView;

/**
 * A pure function from what is known to what is to be done. No clock, no I/O, no randomness, no
 * field that changes: the same view and trigger give the same plan, live, simulated and replayed.
 * What a policy has to remember between rounds is in the view, since the ledger keeps it.
 */
public interface SchedulingPolicy {
  /** Name in configuration and reports, for example {@code easy}. */
  String name();

  Plan plan(ClusterView view, Trigger trigger);

  /** True when it changes the size of running jobs: its partition is one of whole nodes. */
  default boolean resizes() {
    return false;
  }

  /**
   * True when it plans on which nodes jobs will run later, so that equal nodes are more to it than
   * a number of processors.
   */
  default boolean placesAhead() {
    return false;
  }

  /**
   * How many jobs of the queue, from its head on, a round has to see at least of those that the
   * available nodes can hold; all unless it says otherwise. What is behind waits for a later round.
   */
  default int looksAt() {
    return Integer.MAX_VALUE;
  }

  /**
   * True when it keeps in later rounds what it has promised to waiting jobs ({@link
   * Decision.Reserve}), so that the ledger has to remember it.
   */
  default boolean keepsPromises() {
    return false;
  }

  /** True when it is of use only where power has a corridor and the watts of nodes are known. */
  default boolean needsCorridor() {
    return false;
  }

  /** True when it keeps the bounds of a power corridor where the watts are known. */
  default boolean keepsCorridor() {
    return needsCorridor();
  }

  /**
   * True when it does all that sizes can do before it raises an alarm, so that caps and suspensions
   * may follow.
   */
  default boolean allowsLevers() {
    return false;
  }
}

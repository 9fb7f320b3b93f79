package io.pliant.core.size;

import java.time.Duration;

/**
 * What was said at submission, and by the site, about changes of a job's size.
 *
 * @param minNodes least nodes, at least 1
 * @param maxNodes most nodes
 * @param onOffer the answer for a program that gives none itself
 * @param deadline from the offer to the open window, more than 0
 * @param onShrinkTimeout what becomes of a mandatory shrink whose deadline passes
 * @param winner who prevails when an offer and a request of the program meet
 */
public record Terms(
    int minNodes,
    int maxNodes,
    OnOffer onOffer,
    Duration deadline,
    OnShrinkTimeout onShrinkTimeout,
    Winner winner) {
  public Terms {
    if (minNodes < 1 || maxNodes < minNodes || !deadline.isPositive()) {
      throw new IllegalArgumentException(
          "Expected 1 <= min <= max and a deadline > 0, but got %d, %d, %s."
              .formatted(minNodes, maxNodes, deadline));
    }
  }

  /** The answer to an offer when the program leaves it to the submission. */
  public enum OnOffer {
    /** Yes, also with fewer nodes than offered when some of them do not start. */
    ACCEPT,
    /** Yes, but with all nodes offered or none. */
    ALL_OR_NOTHING,
    /** No. */
    REFUSE
  }

  /** What becomes of a mandatory shrink whose deadline passes. */
  public enum OnShrinkTimeout {
    /** The program gets the same time once more, for as long as it takes. */
    EXTEND,
    /** The tasks on the leaving nodes are ended; for the others they are lost. */
    KILL_LEAVING,
    /** The job is ended and goes back to the queue. */
    REQUEUE
  }

  /** Who prevails in a race. */
  public enum Winner {
    APPLICATION,
    SCHEDULER
  }
}

package io.pliant.core.lease;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a borrower and a lender tell each other. Each may be lost, come twice, late or out of order.
 */
public sealed interface LeaseMessage {
  /** The lease that it is about. */
  LeaseId lease();

  /** From the borrower. */
  sealed interface ToLender extends LeaseMessage {}

  /** From the lender. */
  sealed interface ToBorrower extends LeaseMessage {}

  /**
   * Nodes are wanted; stands until it lapses, is taken or given back.
   *
   * @param rank in which order those who ask are served
   * @param attempt of the job of that rank
   * @param nodes at most so many
   * @param until the lender's offer ends then by itself
   * @param end the job gives them back then at the latest, by its limit
   */
  record Ask(LeaseId lease, Rank rank, int attempt, int nodes, Instant until, Instant end)
      implements ToLender {
    public Ask {
      if (nodes < 1) {
        throw new IllegalArgumentException(
            "Expected to ask for a node or more, not " + nodes + ".");
      }
    }

    /** The attempt that is to run on the nodes. */
    AttemptId tenant() {
      return new AttemptId(rank.job(), attempt);
    }
  }

  /** What was offered is taken, or this part of it; the rest of the offer ends. */
  record Take(LeaseId lease, SortedSet<NodeName> nodes) implements ToLender {
    public Take {
      nodes = copy(nodes);
    }
  }

  /** An offer is not wanted, or these lent nodes are no longer used, for ever under this lease. */
  record GiveBack(LeaseId lease, SortedSet<NodeName> nodes) implements ToLender {
    public GiveBack {
      nodes = copy(nodes);
    }
  }

  /**
   * These nodes are kept for the lease for now.
   *
   * @param nodes all that it is offered here; none while all are in use
   * @param coming so many more were recalled for it from jobs behind it, and may come
   */
  record Offered(LeaseId lease, SortedSet<NodeName> nodes, int coming) implements ToBorrower {
    public Offered {
      nodes = copy(nodes);
    }
  }

  /** The offer has ended; what was not lent is not lent under this ask any more. */
  record Lapsed(LeaseId lease) implements ToBorrower {}

  /** A job that goes first wants what was offered: whoever still collects gives it back. */
  record Recalled(LeaseId lease) implements ToBorrower {}

  /** These nodes are lent until they are given back. */
  record Lent(LeaseId lease, SortedSet<NodeName> nodes) implements ToBorrower {
    public Lent {
      nodes = copy(nodes);
    }
  }

  /** The lender has these nodes back, or never lent them. */
  record TakenBack(LeaseId lease, SortedSet<NodeName> nodes) implements ToBorrower {
    public TakenBack {
      nodes = copy(nodes);
    }
  }

  /** The lender asks whether these lent nodes are still wanted; silence means yes. */
  record HeldStill(LeaseId lease, SortedSet<NodeName> nodes) implements ToBorrower {
    public HeldStill {
      nodes = copy(nodes);
    }
  }

  private static SortedSet<NodeName> copy(SortedSet<NodeName> nodes) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }
}

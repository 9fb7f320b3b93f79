package io.pliant.core.lending;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.lease.LeaseMessage;
import io.pliant.core.lease.Rank;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.PoolStanding;
import io.pliant.core.resource.NodeCapacity;
import java.time.Instant;
import java.util.List;

/**
 * What one partition of a pool says to another. Each word may be lost, come twice or late, and each
 * says how its sender stands.
 */
public sealed interface PoolWord {
  /** Who says it. */
  PartitionName from();

  /** How the sender stands. */
  PoolStanding standing();

  /**
   * False when it is about a lease that is neither the sender's nor, where it lends, the hearer's.
   */
  default boolean isHonest(PartitionName hearer) {
    return switch (this) {
      case OfLease about ->
          about
              .message()
              .lease()
              .borrower()
              .equals(about.message() instanceof LeaseMessage.ToLender ? from() : hearer);
      case WantsBack back -> back.lease().borrower().equals(hearer);
      case Stands _, OfPlace _ -> true;
    };
  }

  /** About places for jobs that the pool is to start together. */
  sealed interface OfPlace extends PoolWord {}

  /**
   * About a lease.
   *
   * @param capacities of the nodes that an offer names; else empty
   */
  record OfLease(
      PartitionName from, PoolStanding standing, LeaseMessage message, List<NodesLike> capacities)
      implements PoolWord {
    public OfLease {
      capacities = List.copyOf(capacities);
    }
  }

  /**
   * Just how the sender stands.
   *
   * @param asks it wants to hear the same, now and for a while whenever nodes come free
   */
  record Stands(PartitionName from, PoolStanding standing, boolean asks) implements PoolWord {}

  /**
   * Somebody waits here for nodes that were lent for a running job to grow: it is to shrink.
   *
   * @param nodes so many of the lease are wanted
   */
  record WantsBack(PartitionName from, PoolStanding standing, LeaseId lease, int nodes)
      implements PoolWord {}

  /** When could the sender's job, of that rank, have how many nodes: answered by Foresees. */
  record Surveys(PartitionName from, PoolStanding standing, Rank rank) implements OfPlace {}

  /**
   * What the sender could give a job of that rank, if jobs run until their limits.
   *
   * @param free nodes from a time on, never fewer than before; the first is now
   */
  record Foresees(PartitionName from, PoolStanding standing, Rank rank, List<Free> free)
      implements OfPlace {
    public Foresees {
      free = List.copyOf(free);
    }
  }

  /** So many nodes are free from then on. */
  record Free(Instant at, int nodes) {}

  /**
   * The sender's job counts on nodes from a time on; said again while it does.
   *
   * @param number rises with each word of a term that claims or lets go; what comes late counts no
   *     more
   */
  record Claims(PartitionName from, PoolStanding standing, Claim claim, long number)
      implements OfPlace {}

  /** A job of the sender counts on nothing any more; {@code number} as of claims. */
  record Unclaims(PartitionName from, PoolStanding standing, Rank rank, long number)
      implements OfPlace {}

  /** The sender can keep what a job claims now, or cannot any more. */
  record Ready(PartitionName from, PoolStanding standing, Rank rank, boolean now)
      implements OfPlace {}

  /**
   * Another place is to be sought for a job.
   *
   * @param broken what it claims cannot be kept at its time; else an earlier place may have come up
   */
  record Elsewhere(PartitionName from, PoolStanding standing, Rank rank, boolean broken)
      implements OfPlace {}

  /** Nodes of the same capacity. */
  record NodesLike(NodeCapacity capacity, List<NodeName> nodes) {
    public NodesLike {
      nodes = List.copyOf(nodes);
    }
  }

  /** A word on its way. */
  record Addressed(PartitionName to, PoolWord word) {}
}

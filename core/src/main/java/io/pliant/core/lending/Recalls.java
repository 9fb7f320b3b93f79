package io.pliant.core.lending;

import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.partition.LeaseBook;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.pool.Claim;
import io.pliant.core.pool.PoolStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/**
 * Nodes that were lent for running jobs to grow are wanted back as soon as a job waits for them,
 * the first one here or one of the pool that has its place here. Who has them shrinks at its next
 * adaptation window; nothing is taken from it.
 */
final class Recalls {
  /** So long nothing more is said of a lease: the program is on its way to its window. */
  private static final Duration SAYS_AGAIN = Duration.ofSeconds(10);

  /** A program needs a while to its window. */
  private static final Duration AHEAD = Duration.ofSeconds(30);

  private final PartitionName self;
  private final TreeMap<LeaseId, Instant> said = new TreeMap<>();

  Recalls(PartitionName self) {
    this.self = self;
  }

  /**
   * Nodes of jobs that could have them soon. Forecasts count on what is lent for growth to be back
   * within seconds: who has to wait for other jobs to end besides, does not need it yet.
   */
  private static int soon(HeadGuard guard, Instant now) {
    return guard.claims().all().values().stream()
        .filter(claim -> !claim.at().isAfter(now.plus(AHEAD)))
        .mapToInt(Claim::nodes)
        .sum();
  }

  /** Asks for as many as are lacking, the newest leases first; called each second. */
  void look(Deal deal, HeadGuard guard, int idle, PoolStanding standing) {
    PartitionState state = deal.state();
    List<LeaseBook.Lent> growths =
        state.leases().lent().stream().filter(LeaseBook.Lent::isGrowth).toList();
    said.keySet().removeIf(lease -> state.leases().lent(lease) == null);
    if (growths.isEmpty()) {
      return;
    }
    int lacking = soon(guard, deal.now()) - idle;
    for (LeaseBook.Lent lent : growths.reversed()) {
      if (lacking <= 0) {
        return;
      }
      int nodes = Math.min(lacking, lent.slices().size());
      lacking -= nodes;
      Instant last = said.get(lent.lease());
      if (last == null || last.plus(SAYS_AGAIN).isBefore(deal.now())) {
        said.put(lent.lease(), deal.now());
        deal.say(
            lent.lease().borrower(), new PoolWord.WantsBack(self, standing, lent.lease(), nodes));
      }
    }
  }
}

package io.pliant.core.lending;

import io.pliant.core.lease.Letter;
import io.pliant.core.partition.PartitionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lent nodes that came back and whose return is not written yet: it goes with the next write of the
 * partition, or alone when none comes soon. Until then they are offered, and lent in the same
 * write; no borrower is told that they are taken back. It says so again until it is told, so that a
 * crash loses nothing.
 */
final class HeldReturns {
  /** So long a return waits at most; borrowers repeat theirs after seconds only. */
  static final Duration LONGEST = Duration.ofMillis(50);

  private List<PartitionEvent.NodesReturned> returns = List.of();
  private List<Letter> confirmations = List.of();
  private @Nullable Instant since;

  /** When they are to be written at the latest, or null when there are none. */
  @Nullable Instant wakeAt() {
    return since == null ? null : since.plus(LONGEST);
  }

  /** They are the first that is decided now. */
  void begin(Deal deal) {
    for (PartitionEvent.NodesReturned back : returns) {
      deal.apply(new PartitionEvent.NodesReturned(back.lease(), back.nodes(), deal.now()));
    }
    deal.send(confirmations);
  }

  /**
   * True when nothing of the deal is to be written now, since it has only returns and they may
   * wait.
   *
   * @param wait nothing else is written, and nothing here waits for the nodes
   */
  boolean hold(Deal deal, boolean wait) {
    List<PartitionEvent.NodesReturned> only = new ArrayList<>();
    for (PartitionEvent event : deal.events()) {
      if (event instanceof PartitionEvent.NodesReturned back) {
        only.add(back);
      }
    }
    boolean early = since == null || deal.now().isBefore(since.plus(LONGEST));
    boolean holds = wait && early && !only.isEmpty() && only.size() == deal.events().size();
    returns = holds ? only : List.of();
    confirmations = holds ? deal.withhold() : List.of();
    since = !holds ? null : since == null ? deal.now() : since;
    return holds;
  }
}

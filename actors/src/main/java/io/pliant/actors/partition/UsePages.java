package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionAnswer;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.RankedQueue;
import io.pliant.core.priority.PriorityRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what users have used into pages. All readers share one list, which is made once a second at
 * most: whoever waits is on it too, and to find these goes through the whole queue.
 */
final class UsePages {
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final PriorityRule rule;
  private @Nullable Listing kept;
  private long made;

  private record Listing(TreeMap<String, Double> uses, Instant at) {}

  UsePages(PriorityRule rule) {
    this.rule = rule;
  }

  /** One page; a further one is cut from the list of the first, or a newer one. */
  PartitionAnswer page(PartitionState state, PartitionCommand.GetUses query, Instant now) {
    Listing listing = kept;
    String after = query.after();
    if (listing == null || after == null && now.isAfter(listing.at.plus(FRESH))) {
      listing = new Listing(new TreeMap<>(RankedQueue.uses(state, rule, now)), now);
      kept = listing;
      made++;
    }
    List<PartitionAnswer.UseRow> rows = new ArrayList<>();
    PageBudget page = new PageBudget(query.limit());
    Map<String, Double> from = after == null ? listing.uses : listing.uses.tailMap(after, false);
    for (Map.Entry<String, Double> use : from.entrySet()) {
      PartitionAnswer.UseRow row = new PartitionAnswer.UseRow(use.getKey(), use.getValue());
      if (!page.takes(row)) {
        return new PartitionAnswer.UsePage(rows, rows.getLast().user());
      }
      rows.add(row);
    }
    return new PartitionAnswer.UsePage(rows, null);
  }

  /** To be called now and then: lets go of a list that was made a while ago. */
  void look(Instant now) {
    if (kept != null && now.isAfter(kept.at.plus(IDLE))) {
      kept = null;
    }
  }

  /** How often the list was made. */
  long made() {
    return made;
  }
}

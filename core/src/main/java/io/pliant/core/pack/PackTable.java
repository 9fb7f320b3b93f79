package io.pliant.core.pack;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What a pack that waits has heard of its partitions. Nothing of it is written down: all of it is
 * told again. What is durable is what a ledger holds, and the pack's own decision on it.
 *
 * <ol>
 *   <li>Each partition whose turn it is says when it could start its share. The latest of these
 *       times is told to all, and each keeps its nodes free from then on.
 *   <li>Once all of them could now, they are asked to hold. Each writes down that it does.
 *   <li>When all hold the same attempt, the job writes down that it starts. Otherwise it gives the
 *       attempt up after a while, and the next attempt frees what this one holds.
 * </ol>
 *
 * @param attempt the attempt that waits
 * @param spread its partitions
 * @param stands what partitions have said last, and when that was heard
 * @param holds what ledgers hold for the attempt
 * @param since when the first of these was heard of, or null
 */
public record PackTable(
    AttemptId attempt,
    Spread spread,
    TreePMap<PartitionName, Heard> stands,
    TreePMap<PartitionName, PackHold> holds,
    @Nullable Instant since) {
  /** How long what was said counts; it is said again every other second. */
  public static final Duration COUNTS = Duration.ofSeconds(15);

  /** How long nodes are held for a pack of which another partition holds none. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /** What was said, and when it was heard. */
  public record Heard(PackStand stand, Instant at) {}

  /** Nothing has been heard of any partition. */
  public static PackTable of(AttemptId attempt, Spread spread) {
    return new PackTable(attempt, spread, TreePMap.empty(), TreePMap.empty(), null);
  }

  /** A partition has said how its share stands; of another attempt it counts for nothing. */
  public PackTable told(PackStand stand, Instant now) {
    return !stand.attempt().equals(attempt) || !knows(stand.partition())
        ? this
        : new PackTable(
            attempt, spread, stands.plus(stand.partition(), new Heard(stand, now)), holds, since);
  }

  /** A ledger holds nodes for its share; for another attempt it counts for nothing. */
  public PackTable held(PackHold hold, Instant now) {
    return hold.attempt() != attempt.attempt() || !knows(hold.partition())
        ? this
        : new PackTable(
            attempt,
            spread,
            stands,
            holds.plus(hold.partition(), hold),
            since == null ? now : since);
  }

  private boolean knows(PartitionName partition) {
    return spread.partitions().contains(partition);
  }

  /** What is said to all its partitions now. */
  public PackWord word(Instant now) {
    PartitionName last = spread.of(0);
    Instant together = Instant.MIN;
    boolean hold = true;
    for (PartitionName partition : spread.distinct()) {
      if (holds.containsKey(partition)) {
        continue;
      }
      PackStand stand = lately(partition, now);
      Instant earliest = stand == null ? null : stand.earliest();
      if (stand == null || earliest == null) {
        return new PackWord(attempt, null, false, partition);
      }
      hold &= stand.now();
      if (earliest.isAfter(together)) {
        together = earliest;
        last = partition;
      }
    }
    return new PackWord(attempt, together.equals(Instant.MIN) ? now : together, hold, last);
  }

  private @Nullable PackStand lately(PartitionName partition, Instant now) {
    Heard heard = stands.get(partition);
    return heard == null || heard.at().plus(COUNTS).isBefore(now) ? null : heard.stand();
  }

  /** True when all ledgers hold this attempt. */
  public boolean whole() {
    return holds.keySet().equals(spread.distinct());
  }

  /** All that is held, the leading partition's first; empty until it is {@link #whole}. */
  public List<PackHold> all() {
    List<PackHold> all = new ArrayList<>();
    for (PartitionName partition : spread.distinct()) {
      PackHold hold = whole() ? holds.get(partition) : null;
      if (hold != null) {
        all.add(hold);
      }
    }
    return all;
  }

  /** The nodes of all components, or null when something of them is missing. */
  public static @Nullable Allocation joined(
      Spread spread, ResourceRequest asked, List<PackHold> holds) {
    Map<PartitionName, Allocation> shares = new HashMap<>();
    holds.forEach(hold -> shares.put(hold.partition(), hold.allocation()));
    return spread.whole(asked, shares);
  }

  /**
   * When the attempt is given up because some ledgers hold it and others do not; null for never.
   */
  public @Nullable Instant givenUpAt() {
    return since == null || whole() ? null : since.plus(PATIENCE);
  }

  /** A partition that holds nothing for the attempt; the first of them, or the leading one. */
  public PartitionName missing() {
    return spread.distinct().stream()
        .filter(partition -> !holds.containsKey(partition))
        .findFirst()
        .orElse(spread.of(0));
  }
}

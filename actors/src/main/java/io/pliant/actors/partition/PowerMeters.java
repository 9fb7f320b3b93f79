package io.pliant.actors.partition;

import io.pliant.actors.api.NodePower;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What nodes draw now. Not durable: it is told each second. */
final class PowerMeters {
  /** A span that ended longer ago says nothing of now. */
  static final Duration FRESH = Duration.ofSeconds(10);

  private record Last(EnergySpan span, String method) {}

  private final Map<NodeName, Last> last = new TreeMap<>();

  /** Reports may come late and out of order; only a newer span counts. */
  void seen(PartitionCommand.PowerSeen seen) {
    EnergySpan newest = seen.report().latest();
    Last known = last.get(seen.node());
    if (newest != null && (known == null || known.span().to() < newest.to())) {
      last.put(seen.node(), new Last(newest, seen.report().method()));
    }
  }

  /** What a node draws; null when its last span ended more than {@link #FRESH} ago. */
  @Nullable NodePower of(NodeName node, Instant now) {
    Last known = last.get(node);
    return known == null || !fresh(known, now)
        ? null
        : new NodePower(known.span().watts(), known.method(), known.span().estimated());
  }

  private static boolean fresh(Last known, Instant now) {
    Instant ended = Instant.EPOCH.plus(known.span().to(), ChronoUnit.MICROS);
    return Duration.between(ended, now).compareTo(FRESH) <= 0;
  }
}

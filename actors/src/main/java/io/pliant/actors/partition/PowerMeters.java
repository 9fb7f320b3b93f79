package io.pliant.actors.partition;

import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.api.NodePower;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.id.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What nodes draw now, by what their agents said last. Not durable: it is told each second. Ages
 * are those of reports and not of spans, so that clocks of hosts need not agree.
 */
final class PowerMeters {
  /** A report that came longer ago says nothing of now. */
  static final Duration FRESH = Duration.ofSeconds(10);

  private record Last(EnergySpan span, String method, Instant at) {}

  private final Map<NodeName, Last> last = new TreeMap<>();

  void seen(PartitionCommand.PowerSeen seen, Instant now) {
    EnergySpan latest = seen.report().latest();
    if (latest != null) {
      last.put(seen.node(), new Last(latest, seen.report().method(), now));
    }
  }

  /** What a node draws; null when it was not told for longer than {@link #FRESH}. */
  @Nullable NodePower of(NodeName node, Instant now) {
    Last known = last.get(node);
    return known == null || Duration.between(known.at(), now).compareTo(FRESH) > 0
        ? null
        : new NodePower(known.span().watts(), known.method(), known.span().estimated());
  }

  /**
   * What a node drew in its last span.
   *
   * @param began when the span began, by the clock of the partition
   */
  record Heard(double watts, Instant began) {}

  /** As {@link #of}, with the time that it is of. */
  @Nullable Heard heard(NodeName node, Instant now) {
    Last known = last.get(node);
    if (known == null || Duration.between(known.at(), now).compareTo(FRESH) > 0) {
      return null;
    }
    long length = known.span().to() - known.span().from();
    return new Heard(known.span().watts(), known.at().minus(length, ChronoUnit.MICROS));
  }
}

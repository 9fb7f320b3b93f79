package io.pliant.core.sighting;

import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What nodes draw now, by what their agents said last. Ages are those of reports and not of spans,
 * so that clocks of hosts need not agree.
 */
public record MeterSightings(TreePMap<NodeName, Last> last) {
  /** A report that came longer ago says nothing of now. */
  public static final Duration FRESH = Duration.ofSeconds(10);

  /** Nothing was heard yet. */
  public static final MeterSightings NONE = new MeterSightings(TreePMap.empty());

  /**
   * The newest span of a node.
   *
   * @param at when its report came
   */
  public record Last(EnergySpan span, String method, Instant at) {}

  /**
   * What a node drew in its last span.
   *
   * @param method what measures, as in {@link PowerReport}
   * @param estimated true when it comes from a model and not from a meter
   * @param began when the span began, by the clock of the partition
   */
  public record Heard(double watts, String method, boolean estimated, Instant began) {}

  /** With what a report says of now. */
  public MeterSightings seen(NodeName node, PowerReport report, Instant now) {
    EnergySpan latest = report.latest();
    return latest == null
        ? this
        : new MeterSightings(last.plus(node, new Last(latest, report.method(), now)));
  }

  /** What a node draws; null when it was not told for longer than {@link #FRESH}. */
  public @Nullable Heard heard(NodeName node, Instant now) {
    Last known = last.get(node);
    if (known == null || Duration.between(known.at(), now).compareTo(FRESH) > 0) {
      return null;
    }
    EnergySpan span = known.span();
    return new Heard(
        span.watts(),
        known.method(),
        span.estimated(),
        known.at().minus(span.to() - span.from(), ChronoUnit.MICROS));
  }

  /** Watts of the ledger's nodes of which something was heard lately. */
  public Map<NodeName, Double> metered(PartitionState state, Instant now) {
    Map<NodeName, Double> metered = new TreeMap<>();
    for (NodeName node : state.nodes().keySet()) {
      Heard heard = heard(node, now);
      if (heard != null) {
        metered.put(node, heard.watts());
      }
    }
    return metered;
  }
}

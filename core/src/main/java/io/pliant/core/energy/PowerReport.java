package io.pliant.core.energy;

import io.pliant.core.id.NodeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node's power meter counted, as its agent tells it: the spans that are not yet confirmed to
 * be durable, again and again, and what the node draws now. Where there is no span nothing is
 * known.
 *
 * @param method what measures: {@code rapl}, {@code rapl+nvml}, {@code hwmon}, {@code ipmi}, {@code
 *     model}, {@code emulated}
 * @param spans to be counted: the oldest unconfirmed ones in order, all of one node, not
 *     overlapping, at most {@link #MOST_SPANS}; none when it is not yet time to repeat them
 * @param latest the newest span, for what the node draws now; not to be counted (it comes among
 *     {@code spans} in its turn); null when nothing was measured lately
 * @param runs steps that had tasks on the node during {@code spans}, at most {@link #MOST_RUNS};
 *     null for none, and from agents that do not tell them
 */
public record PowerReport(
    String method,
    List<EnergySpan> spans,
    @Nullable EnergySpan latest,
    @Nullable List<StepRun> runs) {
  /** Spans that fit into one report. */
  public static final int MOST_SPANS = 120;

  /** Steps that fit into one report. */
  public static final int MOST_RUNS = 1_000;

  public PowerReport {
    spans = List.copyOf(spans);
    runs = runs == null ? null : List.copyOf(runs);
    if (runs != null && runs.size() > MOST_RUNS) {
      throw new IllegalArgumentException(
          "Expected at most %d steps, but got %d.".formatted(MOST_RUNS, runs.size()));
    }
    if (method.isBlank() || spans.size() > MOST_SPANS) {
      throw new IllegalArgumentException(
          "Expected a method and at most %d spans, but got '%s' and %d."
              .formatted(MOST_SPANS, method, spans.size()));
    }
    for (int i = 1; i < spans.size(); i++) {
      refuseDisorder(spans.get(i - 1), spans.get(i));
    }
    if (latest != null && !spans.isEmpty() && !latest.equals(spans.getLast())) {
      refuseDisorder(spans.getLast(), latest);
    }
  }

  private static void refuseDisorder(EnergySpan before, EnergySpan span) {
    if (span.from() < before.to() || !span.node().equals(before.node())) {
      throw new IllegalArgumentException(
          "Expected spans of one node in order, but one of %s from %d follows one of %s to %d."
              .formatted(span.node(), span.from(), before.node(), before.to()));
    }
  }

  /** The newest span is the last one of those to be counted, and no step ran. */
  public PowerReport(String method, List<EnergySpan> spans) {
    this(method, spans, spans.isEmpty() ? null : spans.getLast(), null);
  }

  /** Whose meter it is; null when it says nothing. */
  public @Nullable NodeName node() {
    return latest != null ? latest.node() : spans.isEmpty() ? null : spans.getFirst().node();
  }
}

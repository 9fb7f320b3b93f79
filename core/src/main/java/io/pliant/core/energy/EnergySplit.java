package io.pliant.core.energy;

import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Splits what meters counted among those who held the nodes.
 *
 * <p>A span counts as drawn evenly. While several hold a node its energy goes to them by weight;
 * while nobody does it is idle. Rounding goes from one part to the next, so the parts of a node add
 * up to its meter exactly (design invariant 6).
 *
 * @param held by holder
 * @param idle by node, while nobody held it; node time without a meter is not known there and not
 *     counted
 */
public record EnergySplit<H extends Comparable<H>>(
    SortedMap<H, Energy> held, SortedMap<NodeName, Energy> idle) {
  public EnergySplit {
    held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
    idle = Collections.unmodifiableSortedMap(new TreeMap<>(idle));
  }

  /**
   * Splits spans among holdings, both in any order.
   *
   * @param spans of one node must not overlap; throws IllegalArgumentException when they do
   */
  public static <H extends Comparable<H>> EnergySplit<H> of(
      List<EnergySpan> spans, List<Holding<H>> holdings) {
    TreeMap<NodeName, List<EnergySpan>> meters = new TreeMap<>();
    TreeMap<NodeName, List<Holding<H>>> held = new TreeMap<>();
    for (EnergySpan span : spans) {
      meters.computeIfAbsent(span.node(), _ -> new ArrayList<>()).add(span);
    }
    for (Holding<H> holding : holdings) {
      if (holding.from() < holding.to()) {
        held.computeIfAbsent(holding.node(), _ -> new ArrayList<>()).add(holding);
      }
    }
    TreeSet<NodeName> nodes = new TreeSet<>(meters.keySet());
    nodes.addAll(held.keySet());
    Splitting<H> splitting = new Splitting<>();
    for (NodeName node : nodes) {
      List<EnergySpan> metered = meters.getOrDefault(node, new ArrayList<>());
      metered.sort(Comparator.comparingLong(EnergySpan::from));
      refuseOverlaps(metered);
      splitting.node(node, metered, held.getOrDefault(node, List.of()));
    }
    return splitting.result();
  }

  private static void refuseOverlaps(List<EnergySpan> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).from() < sorted.get(i - 1).to()) {
        throw new IllegalArgumentException(
            "Expected spans of node %s that do not overlap, but one begins at %d, before %d."
                .formatted(sorted.get(i).node(), sorted.get(i).from(), sorted.get(i - 1).to()));
      }
    }
  }

  /** A part of a span for one holder. */
  private record Piece(long from, long to, double watts) {}

  private static final class Splitting<H extends Comparable<H>> {
    private final TreeMap<H, Energy> held = new TreeMap<>();
    private final TreeMap<H, List<Piece>> pieces = new TreeMap<>();
    private final TreeMap<NodeName, Energy> idle = new TreeMap<>();

    void node(NodeName node, List<EnergySpan> spans, List<Holding<H>> holdings) {
      TreeSet<Long> edges = new TreeSet<>();
      holdings.forEach(holding -> Collections.addAll(edges, holding.from(), holding.to()));
      spans.forEach(span -> Collections.addAll(edges, span.from(), span.to()));
      int next = 0;
      long from = Long.MIN_VALUE;
      for (long to : edges) {
        while (next < spans.size() && spans.get(next).to() <= from) {
          next++;
        }
        if (from != Long.MIN_VALUE) {
          EnergySpan span =
              next < spans.size() && spans.get(next).from() <= from ? spans.get(next) : null;
          slice(node, from, to, span, holdersIn(holdings, from));
        }
        from = to;
      }
    }

    private List<Holding<H>> holdersIn(List<Holding<H>> holdings, long time) {
      List<Holding<H>> in = new ArrayList<>();
      for (Holding<H> holding : holdings) {
        if (holding.from() <= time && time < holding.to()) {
          in.add(holding);
        }
      }
      return in;
    }

    private void slice(
        NodeName node, long from, long to, @Nullable EnergySpan span, List<Holding<H>> holders) {
      if (span == null) {
        holders.forEach(holder -> add(holder.holder(), new Energy(0, 0, to - from, 0, false)));
        return;
      }
      long energy = span.until(to) - span.until(from);
      if (holders.isEmpty()) {
        idle.merge(
            node, new Energy(energy, to - from, 0, span.watts(), span.estimated()), Energy::then);
        return;
      }
      long weights = holders.stream().mapToLong(Holding::weight).sum();
      long before = 0;
      long given = 0;
      for (Holding<H> holder : holders) {
        before += holder.weight();
        long until = share(energy, before, weights);
        double watts = span.watts() * holder.weight() / weights;
        add(holder.holder(), new Energy(until - given, to - from, 0, 0, span.estimated()));
        pieces
            .computeIfAbsent(holder.holder(), _ -> new ArrayList<>())
            .add(new Piece(from, to, watts));
        given = until;
      }
    }

    private static long share(long energy, long weight, long weights) {
      return energy / weights * weight + energy % weights * weight / weights;
    }

    private void add(H holder, Energy more) {
      held.merge(holder, more, Energy::then);
    }

    EnergySplit<H> result() {
      pieces.forEach((holder, parts) ->
          held.merge(holder, new Energy(0, 0, 0, peak(parts), false), Energy::then));
      return new EnergySplit<>(held, idle);
    }

    /** Most watts of all pieces together at a time. */
    private static double peak(List<Piece> parts) {
      record Step(long at, double watts) {}
      List<Step> steps = new ArrayList<>();
      for (Piece part : parts) {
        steps.add(new Step(part.from(), part.watts()));
        steps.add(new Step(part.to(), -part.watts()));
      }
      steps.sort(Comparator.comparingLong(Step::at).thenComparingDouble(Step::watts));
      double sum = 0;
      double most = 0;
      for (Step step : steps) {
        sum += step.watts();
        most = Math.max(most, sum);
      }
      return most;
    }
  }
}

package io.pliant.core.energy;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was counted of a job's interval since it was counted last.
 *
 * @param nodes size of the job in it
 * @param from when it began, in microseconds since the epoch
 * @param to when it ended, in microseconds since the epoch, or null while it goes on
 * @param methods what measured it, sorted; none for a gap
 * @param energy the peak is that of the interval so far
 */
public record Share(
    JobInterval interval,
    int nodes,
    long from,
    @Nullable Long to,
    List<String> methods,
    Energy energy) {
  public Share {
    methods = List.copyOf(methods);
  }

  /** Both together, with the place of the later interval and what is newer of the same one. */
  public Share plus(Share other) {
    TreeSet<String> both = new TreeSet<>(methods);
    both.addAll(other.methods);
    int order = interval.compareTo(other.interval);
    Share last = order > 0 ? this : other;
    return new Share(
        last.interval,
        Math.max(nodes, other.nodes),
        Math.min(from, other.from),
        order == 0 && other.to == null ? to : last.to,
        List.copyOf(both),
        energy.plus(other.energy));
  }

  Share until(long end) {
    return new Share(interval, nodes, from, end, methods, energy);
  }

  Share withPeak(double watts) {
    return new Share(interval, nodes, from, to, methods, energy.withPeak(watts));
  }

  /**
   * Mean watts of a node while it was measured, times the nodes of the job's size; null when none
   * ever was.
   */
  public @Nullable Double meanWatts() {
    Double ofANode = energy.meanWatts();
    return ofANode == null ? null : (Double) (ofANode * nodes);
  }
}

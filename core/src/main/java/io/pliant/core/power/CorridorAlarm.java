package io.pliant.core.power;

import java.util.ArrayList;
import java.util.List;

/**
 * A bound cannot be met by resizing and starting jobs. What is left to a site that allows it stands
 * beside; nothing carries it out by itself.
 *
 * @param shortfall which bound, by how much, and why
 * @param capWatts a hardware cap on each node in use that would keep the upper bound, or 0 when the
 *     upper bound is not the matter or a node would have to draw less than an idle one
 * @param suspend jobs whose suspension, nodes then idle, would keep it, the last started first;
 *     empty when the upper bound is not the matter or even that would not do
 */
public record CorridorAlarm(Shortfall shortfall, double capWatts, List<Integer> suspend) {
  public CorridorAlarm {
    suspend = List.copyOf(suspend);
  }

  /**
   * The alarm of a machine whose jobs have these sizes, in order of their start.
   *
   * @param problem with its jobs in order of start
   * @param sizes of them
   */
  public static CorridorAlarm of(Shortfall shortfall, Redistribution problem, List<Integer> sizes) {
    if (shortfall.bound() != Shortfall.Bound.UPPER) {
      return new CorridorAlarm(shortfall, 0, List.of());
    }
    int busy = problem.nodes() - problem.idle(sizes);
    double upper = problem.corridor().upper();
    double cap =
        busy == 0
            ? 0
            : problem.idleWatts() + (upper - problem.nodes() * problem.idleWatts()) / busy;
    List<Integer> suspend = new ArrayList<>();
    double most = problem.most(sizes);
    for (int i = sizes.size() - 1; i >= 0 && most > upper; i--) {
      Redistribution.Job job = problem.jobs().get(i);
      double saved = sizes.get(i) * (job.watts().high() - problem.idleWatts());
      if (saved > 0) {
        suspend.add(job.number());
        most -= saved;
      }
    }
    return new CorridorAlarm(
        shortfall, cap > problem.idleWatts() ? cap : 0, most > upper ? List.of() : suspend);
  }
}

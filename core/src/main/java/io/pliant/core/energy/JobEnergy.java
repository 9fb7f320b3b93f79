package io.pliant.core.energy;

import io.pliant.core.id.StepId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * The energy account of one job: the fold of its shares.
 *
 * @param intervals by interval; at most {@value #MOST_INTERVALS}, the newest
 * @param earlier the intervals before them together, or null
 * @param counted the last attempt of which all is counted, 0 for none
 * @param steps parts of it that steps had; at most {@value #MOST_STEPS}, the newest and batch
 *     scripts
 */
public record JobEnergy(
    SortedMap<JobInterval, Share> intervals,
    @Nullable Share earlier,
    int counted,
    TreePMap<StepId, StepShare> steps) {
  /** Intervals that are kept one by one. */
  public static final int MOST_INTERVALS = 100;

  /** Steps that are kept. */
  public static final int MOST_STEPS = 1_000;

  /** Nothing is counted yet. */
  public static final JobEnergy NONE = new JobEnergy(new TreeMap<>(), null, 0, TreePMap.empty());

  public JobEnergy {
    intervals = Collections.unmodifiableSortedMap(new TreeMap<>(intervals));
  }

  /** The account with one more share of the job. */
  public JobEnergy plus(Share share) {
    TreeMap<JobInterval, Share> now = new TreeMap<>(intervals);
    if (earlier != null && share.interval().compareTo(earlier.interval()) <= 0) {
      return new JobEnergy(now, earlier.plus(share), counted, steps);
    }
    now.merge(share.interval(), share, Share::plus);
    Share before = earlier;
    while (now.size() > MOST_INTERVALS) {
      Share oldest = now.pollFirstEntry().getValue();
      before = before == null ? oldest : before.plus(oldest);
    }
    return new JobEnergy(now, before, counted, steps);
  }

  /** The account with what one of its steps had. */
  public JobEnergy plus(StepShare share) {
    StepShare before = steps.get(share.step());
    TreePMap<StepId, StepShare> now =
        steps.plus(share.step(), before == null ? share : before.plus(share));
    if (now.size() > MOST_STEPS) {
      StepId oldest =
          now.keySet().stream().filter(step -> !step.isBatch()).findFirst().orElse(now.firstKey());
      now = now.minus(oldest);
    }
    return new JobEnergy(intervals, earlier, counted, now);
  }

  /** The account when all of an attempt is counted. */
  public JobEnergy complete(int attempt) {
    return new JobEnergy(intervals, earlier, Math.max(counted, attempt), steps);
  }

  /** The part of one attempt. */
  public JobEnergy of(int attempt) {
    TreeMap<JobInterval, Share> some = new TreeMap<>(intervals);
    some.keySet().removeIf(interval -> interval.attempt() != attempt);
    boolean early = earlier != null && earlier.interval().attempt() == attempt;
    TreePMap<StepId, StepShare> ofIt = steps;
    for (StepId step : steps.keySet()) {
      ofIt = step.attempt() == attempt ? ofIt : ofIt.minus(step);
    }
    return new JobEnergy(some, early ? earlier : null, counted, ofIt);
  }

  /** Intervals in order, the earlier ones as one. */
  public List<Share> parts() {
    List<Share> parts = new ArrayList<>();
    if (earlier != null) {
      parts.add(earlier);
    }
    parts.addAll(intervals.values());
    return List.copyOf(parts);
  }

  /** All of it. */
  public Energy total() {
    return parts().stream().map(Share::energy).reduce(Energy.NONE, Energy::plus);
  }

  /** What measured it, sorted. */
  public List<String> methods() {
    TreeSet<String> all = new TreeSet<>();
    parts().forEach(part -> all.addAll(part.methods()));
    return List.copyOf(all);
  }

  /** Mean watts of all nodes together while they were measured; null when they never were. */
  public @Nullable Double meanWatts() {
    double joules = 0;
    double seconds = 0;
    for (Share part : parts()) {
      Double mean = part.meanWatts();
      if (mean != null) {
        double length =
            (double) (part.energy().measuredMicros() + part.energy().gapMicros()) / part.nodes();
        joules += mean * length;
        seconds += length;
      }
    }
    return seconds == 0 ? null : (Double) (joules / seconds);
  }
}

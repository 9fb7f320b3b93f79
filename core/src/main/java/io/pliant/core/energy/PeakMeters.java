package io.pliant.core.energy;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.StepId;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The peaks of intervals and of steps, over all their nodes together. */
final class PeakMeters {
  private final TreeMap<JobInterval, PeakMeter> intervals = new TreeMap<>();
  private final TreeMap<StepId, PeakMeter> steps = new TreeMap<>();
  private long newest = Long.MIN_VALUE;

  void clear() {
    intervals.clear();
    steps.clear();
    newest = Long.MIN_VALUE;
  }

  /** One node draws so many watts of an interval's, from a time to another. */
  void add(Share of, long from, long to, double watts) {
    intervals.computeIfAbsent(of.interval(), _ -> new PeakMeter(of.from())).add(from, to, watts);
  }

  /** As for intervals; but a step's first and last second count as whole ones. */
  void add(StepId of, long from, long to, double watts) {
    PeakMeter peak = steps.computeIfAbsent(of, _ -> new PeakMeter(Long.MIN_VALUE));
    peak.add(from, to, watts);
    newest = Math.max(newest, peak.newest());
  }

  /** With its peak so far. */
  Share with(Share share) {
    PeakMeter peak = intervals.get(share.interval());
    Long end = share.to();
    return peak == null ? share : share.withPeak(peak.peak(end == null ? Stay.OPEN : end));
  }

  /** With its peak so far. */
  StepShare with(StepShare share) {
    PeakMeter peak = steps.get(share.step());
    return peak == null ? share : share.withPeak(peak.peak(Stay.OPEN));
  }

  /** Forgets those of others, and steps of which nothing was told lately. */
  void keep(Predicate<AttemptId> present) {
    intervals.keySet().removeIf(i -> !present.test(i.attemptId()));
    steps.values().removeIf(peak -> newest - peak.newest() > PeakMeter.SECONDS);
  }
}

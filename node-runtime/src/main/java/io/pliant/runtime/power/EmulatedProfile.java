package io.pliant.runtime.power;

import io.pliant.core.id.JobId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Watts that an emulated node draws, by what runs on it.
 *
 * @param idleWatts while nothing runs
 * @param busyWatts under a job that {@code jobs} does not name
 * @param jobs watts of a node by the name of the job, or of its program, that has it for itself
 */
public record EmulatedProfile(double idleWatts, double busyWatts, SortedMap<String, Double> jobs) {
  public EmulatedProfile {
    jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
  }

  /**
   * Watts now. Of a job's steps the one that draws most counts; jobs that share the node add what
   * they draw more than an idle node.
   */
  double watts(Collection<RunningJob> running) {
    TreeMap<JobId, Double> more = new TreeMap<>();
    for (RunningJob step : running) {
      more.merge(step.job(), watts(step) - idleWatts, Math::max);
    }
    double sum = more.values().stream().mapToDouble(Double::doubleValue).sum();
    return Math.max(0, idleWatts + sum);
  }

  private double watts(RunningJob step) {
    Double byName = jobs.get(step.name());
    return byName != null ? byName : jobs.getOrDefault(step.program(), busyWatts);
  }
}

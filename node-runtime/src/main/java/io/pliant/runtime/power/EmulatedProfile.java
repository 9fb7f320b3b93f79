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
 * @param gpuIdleWatts of a GPU that no running job holds
 * @param gpuBusyWatts of one that a running job holds; 0 where GPUs are not told apart
 * @param jobs watts of a node by the name of the job, or of its program, that has it for itself
 */
public record EmulatedProfile(
    double idleWatts,
    double busyWatts,
    double gpuIdleWatts,
    double gpuBusyWatts,
    SortedMap<String, Double> jobs) {
  public EmulatedProfile {
    jobs = Collections.unmodifiableSortedMap(new TreeMap<>(jobs));
  }

  /** Without GPUs. */
  public EmulatedProfile(double idleWatts, double busyWatts, SortedMap<String, Double> jobs) {
    this(idleWatts, busyWatts, 0, 0, jobs);
  }

  /** True when GPUs draw something of their own. */
  boolean tellsGpus() {
    return gpuBusyWatts > 0;
  }

  /** Watts of one GPU now. */
  double gpuWatts(Collection<RunningJob> running, String gpu) {
    return running.stream().anyMatch(step -> step.gpus().contains(gpu))
        ? gpuBusyWatts
        : gpuIdleWatts;
  }

  /**
   * Watts now, without GPUs. Of a job's steps the one that draws most counts; jobs that share the
   * node add what they draw more than an idle node.
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

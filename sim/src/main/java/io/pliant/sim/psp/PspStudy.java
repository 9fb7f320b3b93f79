package io.pliant.sim.psp;

import io.pliant.core.elastic.ElasticPolicies;
import io.pliant.core.elastic.ResizeCost;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.MalleableTrace;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.trace.Trace;
import java.util.Arrays;

/**
 * Waiting times by accuracy class: EASY over a queue that is ordered by accuracy and age. The class
 * of a job is that of its user when it was submitted.
 *
 * @param name of the order
 * @param jobs of each class, the lowest first
 * @param meanWait of each class in seconds, 0 where there is no job
 * @param maxWait of each class in seconds
 */
public record PspStudy(String name, int[] jobs, double[] meanWait, double[] maxWait) {
  /** Waiting time at which the age factor is full, in seconds. */
  public static final long FULL_AGE = 14 * 86_400;

  /** Orders that are compared. */
  public enum Order {
    SUBMISSION("by submission", PriorityWeights.BY_AGE),
    PSP_WITHOUT_AGE("PSP without age", PriorityWeights.PSP_WITHOUT_AGE),
    PSP("PSP with age", PriorityWeights.PSP);

    private final String title;
    private final PriorityWeights weights;

    Order(String title, PriorityWeights weights) {
      this.title = title;
      this.weights = weights;
    }

    public String title() {
      return title;
    }
  }

  /** Simulates a log under an order. */
  public static PspStudy of(Trace trace, Order order) {
    PspOrdering ordering = new PspOrdering(trace, order.weights, FULL_AGE * 1000);
    Schedule schedule =
        ElasticEngine.run(
            new MalleableTrace(0, 0, 1, 1, ResizeCost.NONE).convert(trace),
            ElasticPolicies.named("easy"),
            ordering);
    int[] jobs = new int[UserAccuracy.CLASSES];
    double[] waits = new double[jobs.length];
    double[] most = new double[jobs.length];
    for (int job = 0; job < trace.size(); job++) {
      int index = ordering.classAtSubmission(job) - 1;
      double wait = schedule.starts()[job] / 1e3 - trace.submits()[job];
      jobs[index]++;
      waits[index] += wait;
      most[index] = Math.max(most[index], wait);
    }
    return new PspStudy(order.title(), jobs, means(waits, jobs), most);
  }

  /** Means over several simulations of one scenario, each job counting alike. */
  public static PspStudy pooled(PspStudy... studies) {
    int[] jobs = new int[UserAccuracy.CLASSES];
    double[] waits = new double[jobs.length];
    double[] most = new double[jobs.length];
    for (PspStudy study : studies) {
      for (int i = 0; i < jobs.length; i++) {
        jobs[i] += study.jobs[i];
        waits[i] += study.meanWait[i] * study.jobs[i];
        most[i] = Math.max(most[i], study.maxWait[i]);
      }
    }
    return new PspStudy(studies[0].name, jobs, means(waits, jobs), most);
  }

  /** Mean over all classes in seconds. */
  public double overall() {
    double waits = 0;
    for (int i = 0; i < jobs.length; i++) {
      waits += meanWait[i] * jobs[i];
    }
    return waits / Arrays.stream(jobs).sum();
  }

  private static double[] means(double[] sums, int[] counts) {
    double[] means = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      means[i] = counts[i] == 0 ? 0 : sums[i] / counts[i];
    }
    return means;
  }
}

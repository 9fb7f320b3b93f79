package io.pliant.sim.psp;

import io.pliant.core.policy.Policies;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.MalleableTrace;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.trace.Trace;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Waiting times by accuracy class: EASY over a queue that is ordered by accuracy and age.
 *
 * @param name of the order
 * @param jobs by the class that their user had when they were submitted
 * @param users by the class in which they are at the end, as the paper counts
 */
public record PspStudy(String name, Waits jobs, Waits users) {
  /**
   * Waits of things in classes; arrays of the classes, the lowest first.
   *
   * @param count of things in each class
   * @param mean wait in each class in seconds, 0 where there is nothing
   * @param longest wait in each class in seconds
   */
  public record Waits(int[] count, double[] mean, double[] longest) {
    private static Waits none() {
      return new Waits(
          new int[UserAccuracy.CLASSES],
          new double[UserAccuracy.CLASSES],
          new double[UserAccuracy.CLASSES]);
    }

    /** Counts so many more things with this mean in a class. */
    private void add(int index, int more, double wait, double most) {
      if (more > 0) {
        mean[index] = (mean[index] * count[index] + wait * more) / (count[index] + more);
        count[index] += more;
        longest[index] = Math.max(longest[index], most);
      }
    }

    private void add(Waits other) {
      for (int i = 0; i < count.length; i++) {
        add(i, other.count[i], other.mean[i], other.longest[i]);
      }
    }

    /** Mean over all classes in seconds. */
    public double overall() {
      double waits = 0;
      for (int i = 0; i < count.length; i++) {
        waits += mean[i] * count[i];
      }
      return waits / Arrays.stream(count).sum();
    }
  }

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
            Policies.named("easy"),
            ordering);
    Waits jobs = Waits.none();
    SortedMap<Integer, double[]> byUser = new TreeMap<>();
    for (int job = 0; job < trace.size(); job++) {
      double wait = schedule.starts()[job] / 1e3 - trace.submits()[job];
      jobs.add(ordering.classAtSubmission(job) - 1, 1, wait, wait);
      double[] sum = byUser.computeIfAbsent(trace.users()[job], _ -> new double[3]);
      sum[0] += wait;
      sum[1]++;
      sum[2] = Math.max(sum[2], wait);
    }
    Waits users = Waits.none();
    byUser.forEach(
        (user, sum) -> users.add(ordering.classOf(user) - 1, 1, sum[0] / sum[1], sum[2]));
    return new PspStudy(order.title(), jobs, users);
  }

  /** Means over several simulations of one scenario, each job and each user counting alike. */
  public static PspStudy pooled(PspStudy... studies) {
    PspStudy all = new PspStudy(studies[0].name, Waits.none(), Waits.none());
    for (PspStudy study : studies) {
      all.jobs.add(study.jobs);
      all.users.add(study.users);
    }
    return all;
  }
}

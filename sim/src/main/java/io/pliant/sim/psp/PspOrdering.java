package io.pliant.sim.psp;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.sim.elastic.QueueOrdering;
import io.pliant.sim.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The queue by age and accuracy of users, learnt from the jobs that have ended. */
final class PspOrdering implements QueueOrdering {
  private final Trace trace;
  private final PriorityWeights weights;
  private final long fullAgeMillis;
  private final Map<Integer, UserAccuracy> users = new HashMap<>();
  private final int[] classes;

  PspOrdering(Trace trace, PriorityWeights weights, long fullAgeMillis) {
    this.trace = trace;
    this.weights = weights;
    this.fullAgeMillis = fullAgeMillis;
    this.classes = new int[trace.size()];
  }

  /** Class of the job's user when it was submitted. */
  int classAtSubmission(int job) {
    return classes[job];
  }

  @Override
  public void submitted(int job) {
    classes[job] = accuracy(job).accuracyClass();
  }

  @Override
  public void ended(int job) {
    users.put(trace.users()[job], accuracy(job).with(trace.runs()[job], trace.estimates()[job]));
  }

  @Override
  public List<WaitingShape> sorted(List<WaitingShape> waiting, long now) {
    if (waiting.size() > 1) {
      Map<Integer, Double> priorities = HashMap.newHashMap(waiting.size());
      for (WaitingShape job : waiting) {
        priorities.put(job.job(), priority(job, now));
      }
      waiting.sort((a, b) -> {
        int byPriority = Double.compare(priority(priorities, b), priority(priorities, a));
        return byPriority != 0 ? byPriority : Integer.compare(a.job(), b.job());
      });
    }
    return waiting;
  }

  private static double priority(Map<Integer, Double> priorities, WaitingShape job) {
    return priorities.getOrDefault(job.job(), 0.0);
  }

  private double priority(WaitingShape job, long now) {
    double age = PriorityFactors.age(now - job.submit(), fullAgeMillis);
    return weights.priority(PriorityFactors.NONE.withAge(age).withAccuracy(accuracy(job.job())));
  }

  private UserAccuracy accuracy(int job) {
    return users.getOrDefault(trace.users()[job], UserAccuracy.NONE);
  }
}

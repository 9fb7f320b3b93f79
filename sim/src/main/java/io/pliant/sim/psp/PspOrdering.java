package io.pliant.sim.psp;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.priority.PriorityFactors;
import io.pliant.core.priority.PriorityWeights;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.sim.elastic.QueueOrdering;
import io.pliant.sim.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The queue by age and accuracy of users, learnt from the jobs that have ended. */
final class PspOrdering implements QueueOrdering {
  private static final double CLASSES = UserAccuracy.CLASSES;

  private final Trace trace;
  private final PriorityWeights weights;
  private final long fullAgeMillis;
  private final Map<Integer, UserAccuracy> users = new HashMap<>();
  private final Map<Integer, Integer> userClasses = new HashMap<>();
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

  /** Class of the user as things stand; after a simulation, that at its end. */
  int classOf(int user) {
    return userClasses.getOrDefault(user, UserAccuracy.UNKNOWN_CLASS);
  }

  @Override
  public void submitted(int job) {
    classes[job] = classOf(trace.users()[job]);
  }

  @Override
  public void ended(int job) {
    UserAccuracy next = accuracy(job).with(trace.runs()[job], trace.estimates()[job]);
    users.put(trace.users()[job], next);
    userClasses.put(trace.users()[job], next.accuracyClass());
  }

  /**
   * Within a class a job that was submitted earlier has at least the priority of a later one, so
   * the classes are only to be merged.
   */
  @Override
  public List<WaitingShape> sorted(List<WaitingShape> waiting, long now) {
    if (waiting.size() < 2) {
      return waiting;
    }
    List<ArrayDeque<Ranked>> queues = new ArrayList<>();
    for (int i = 0; i < UserAccuracy.CLASSES; i++) {
      queues.add(new ArrayDeque<>());
    }
    for (WaitingShape job : waiting) {
      int index = classOf(trace.users()[job.job()]) - 1;
      queues.get(index).add(new Ranked(job, priority(job, now)));
    }
    List<WaitingShape> sorted = new ArrayList<>(waiting.size());
    while (sorted.size() < waiting.size()) {
      ArrayDeque<Ranked> best = queues.getFirst();
      for (ArrayDeque<Ranked> queue : queues) {
        if (!queue.isEmpty() && (best.isEmpty() || queue.peek().isBefore(best.peek()))) {
          best = queue;
        }
      }
      sorted.add(best.remove().job);
    }
    return sorted;
  }

  private record Ranked(WaitingShape job, double priority) {
    boolean isBefore(@Nullable Ranked other) {
      return other == null
          || priority > other.priority
          || (priority == other.priority && job.job() < other.job.job());
    }
  }

  private double priority(WaitingShape job, long now) {
    double age = PriorityFactors.age(now - job.submit(), fullAgeMillis);
    return weights.priority(
        new PriorityFactors(age, 0, 0, 0, 0, classOf(trace.users()[job.job()]) / CLASSES));
  }

  private UserAccuracy accuracy(int job) {
    return users.getOrDefault(trace.users()[job], UserAccuracy.NONE);
  }
}

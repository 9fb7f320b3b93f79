package io.pliant.imp.examples;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the master of a sweep knows: points that wait, points that are out, and results. Where two
 * neighbours differ much the point between them is asked for, down to a depth; which points there
 * are in the end does not depend on who computes them, nor when.
 */
final class SweepBoard {
  private static final double FROM = 2.5;
  private static final double WIDTH = 1.5;

  private final Sweep.Plan plan;
  private final int finest;
  private final Deque<Integer> waiting = new ArrayDeque<>();
  private final Map<Integer, int[]> out = new TreeMap<>();
  private final TreeMap<Integer, Double> results = new TreeMap<>();

  SweepBoard(Sweep.Plan plan) {
    this.plan = plan;
    this.finest = 1 << plan.depth();
    for (int i = 0; i <= plan.points(); i++) {
      waiting.add(i * finest);
    }
  }

  /** The parameter of a point. */
  double r(int point) {
    return FROM + WIDTH * point / ((double) plan.points() * finest);
  }

  /** The next points for a worker; empty when none wait. */
  int[] handOut(int worker) {
    int[] batch = new int[Math.min(plan.batch(), waiting.size())];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = waiting.remove();
    }
    if (batch.length > 0) {
      out.put(worker, batch);
    }
    return batch;
  }

  /** A worker's results for what it was handed. */
  void take(int worker, double[] values) {
    int[] batch = out.remove(worker);
    if (batch == null || batch.length != values.length) {
      throw new IllegalStateException(
          "Expected results for what worker " + worker + " was given, but got " + values.length);
    }
    for (int i = 0; i < batch.length; i++) {
      results.put(batch[i], values[i]);
      refine(results.lowerKey(batch[i]), batch[i]);
      refine(batch[i], results.higherKey(batch[i]));
    }
  }

  /** Asks for the point between two that differ, unless points between them are on their way. */
  private void refine(@Nullable Integer left, @Nullable Integer right) {
    if (left == null || right == null) {
      return;
    }
    int gap = right - left;
    boolean neighbours = Integer.bitCount(gap) == 1 && left % gap == 0 && gap <= finest;
    double difference = Math.abs(value(left) - value(right));
    if (neighbours && gap > 1 && difference > plan.tolerance()) {
      waiting.add(left + gap / 2);
    }
  }

  private double value(int point) {
    return results.getOrDefault(point, Double.NaN);
  }

  /** Those workers are gone: what they had waits again. */
  void takeBack() {
    out.values().forEach(batch -> Arrays.stream(batch).forEach(waiting::addFirst));
    out.clear();
  }

  boolean isIdle() {
    return out.isEmpty();
  }

  boolean isDone() {
    return out.isEmpty() && waiting.isEmpty();
  }

  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** How many points wait or are out. */
  int open() {
    return waiting.size() + out.values().stream().mapToInt(b -> b.length).sum();
  }

  int done() {
    return results.size();
  }

  /** Workers with points. */
  List<Integer> busy() {
    return new ArrayList<>(out.keySet());
  }

  /** Parameters and exponents, by rising parameter. */
  double[][] answer() {
    double[][] answer = new double[2][results.size()];
    int at = 0;
    for (Map.Entry<Integer, Double> result : results.entrySet()) {
      answer[0][at] = r(result.getKey());
      answer[1][at++] = result.getValue();
    }
    return answer;
  }
}

package io.pliant.core.priority;

import java.util.ArrayList;
import java.util.List;

/**
 * How well a user estimates run times: real over requested time of the last ten completed jobs.
 *
 * <p><b>Source.</b> R. Rocchetti et al., Penalty Scheduling Policy. The paper does not say what a
 * user without history gets; here it is the middle class, so that a newcomer is neither punished
 * nor preferred.
 *
 * @param ratios of the last completed jobs, each from 0 to 1, the latest last
 */
public record UserAccuracy(List<Double> ratios) {
  /** Jobs that are remembered. */
  public static final int REMEMBERED = 10;

  /** Number of classes; the highest is the best. */
  public static final int CLASSES = 5;

  /** Class of users without history. */
  public static final int UNKNOWN_CLASS = 3;

  /** No completed job. */
  public static final UserAccuracy NONE = new UserAccuracy(List.of());

  public UserAccuracy {
    ratios = List.copyOf(ratios);
  }

  /** With one more completed job; a run beyond its request counts as 1. Times in any one unit. */
  public UserAccuracy with(long run, long requested) {
    if (run < 0 || requested <= 0) {
      throw new IllegalArgumentException(
          "Expected a run time of at least 0 and a requested one above 0, but got %d and %d."
              .formatted(run, requested));
    }
    List<Double> next = new ArrayList<>(ratios);
    next.add(Math.min(1, run / (double) requested));
    return new UserAccuracy(
        next.size() > REMEMBERED ? next.subList(next.size() - REMEMBERED, next.size()) : next);
  }

  /** Mean of the remembered ratios; 0.5 without any. */
  public double mean() {
    return ratios.stream().mapToDouble(Double::doubleValue).average().orElse(0.5);
  }

  /** From 1 (mean below 0.2) to 5 (0.8 and more); a bound belongs to the class above it. */
  public int accuracyClass() {
    return ratios.isEmpty() ? UNKNOWN_CLASS : classOf(mean());
  }

  /** The class of a mean accuracy between 0 and 1. */
  public static int classOf(double mean) {
    return Math.clamp((int) Math.floor(mean * CLASSES + 1e-9) + 1, 1, CLASSES);
  }
}

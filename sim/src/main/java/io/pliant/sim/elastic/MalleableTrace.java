package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import io.pliant.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes a seeded share of a log's jobs malleable.
 *
 * <p>A malleable job prefers the width of the log, on which it runs as long as in the log. Its
 * speed-up follows Amdahl's law with a parallel share drawn from 0.95, 0.98, 0.99, 0.995, 0.999,
 * 0.9999. Its least size is the largest, up to the preferred, that has an efficiency of 0.95; its
 * largest the largest up to the machine that has 0.5. A job of another share is malleable in a
 * larger share too.
 *
 * <p><b>Source.</b> Thresholds and parallel shares as in the generator of the malleable job
 * scheduling study of J. Posner, F. Hupfeld and P. Finnerty, 2023; preferred = width of the log is
 * ours, so that the rigid job is the log's.
 *
 * @param share of malleable jobs, from 0 to 1
 * @param constrained share of the malleable jobs that get a size constraint which their width
 *     satisfies
 * @param phases number of equal phases of a malleable job, each with a serial share of its own
 *     between half and twice the job's; 1 for none
 * @param seed of all choices
 * @param cost of resizes
 */
public record MalleableTrace(
    double share, double constrained, int phases, long seed, ResizeCost cost) {
  private static final double[] PARALLEL = {0.95, 0.98, 0.99, 0.995, 0.999, 0.9999};
  private static final double LEAST_EFFICIENCY = 0.95;
  private static final double LARGEST_EFFICIENCY = 0.5;
  private static final double GIGABYTES_PER_PROCESSOR = 0.5;
  private static final SizeConstraint[] CONSTRAINTS = {
    SizeConstraint.POWER_OF_TWO, SizeConstraint.EVEN, SizeConstraint.ODD, SizeConstraint.CUBIC
  };

  public MalleableTrace {
    if (!(share >= 0 && share <= 1) || !(constrained >= 0 && constrained <= 1) || phases < 1) {
      throw new IllegalArgumentException(
          "Expected shares between 0 and 1 and at least one phase, but got %s, %s and %d."
              .formatted(share, constrained, phases));
    }
  }

  /** The log with its malleable jobs, on as many nodes as it has processors. */
  public Workload convert(Trace trace) {
    Random random = new Random(seed);
    List<ElasticJob> jobs = new ArrayList<>(trace.size());
    for (int job = 0; job < trace.size(); job++) {
      boolean malleable = random.nextDouble() < share;
      boolean bound = random.nextDouble() < constrained;
      SpeedUp curve = new SpeedUp(1 - PARALLEL[random.nextInt(PARALLEL.length)]);
      SizeConstraint constraint = CONSTRAINTS[random.nextInt(CONSTRAINTS.length)];
      long phaseSeed = random.nextLong();
      int width = trace.widths()[job];
      boolean fits = bound && constraint.floor(width) == width;
      SizeRange sizes =
          malleable
              ? sizes(width, trace.processors(), curve, fits ? constraint : SizeConstraint.ANY)
              : SizeRange.rigid(width);
      jobs.add(
          new ElasticJob(
              new WaitingShape(
                  job,
                  sizes,
                  trace.submits()[job] * 1000,
                  trace.estimates()[job] * 1000,
                  width * GIGABYTES_PER_PROCESSOR),
              trace.ids()[job],
              malleable ? "malleable" : "rigid",
              trace.runs()[job] * 1000,
              malleable ? phases(curve, phaseSeed) : List.of(new ElasticJob.Phase(1, curve))));
    }
    return new Workload(trace.name(), trace.processors(), jobs, cost);
  }

  private List<ElasticJob.Phase> phases(SpeedUp curve, long phaseSeed) {
    if (phases == 1) {
      return List.of(new ElasticJob.Phase(1, curve));
    }
    Random random = new Random(phaseSeed);
    List<ElasticJob.Phase> parts = new ArrayList<>();
    for (int i = 0; i < phases; i++) {
      double serial = Math.min(1, curve.serial() * Math.pow(2, 2 * random.nextDouble() - 1));
      parts.add(new ElasticJob.Phase(1.0 / phases, new SpeedUp(serial)));
    }
    return parts;
  }

  private static SizeRange sizes(int width, int nodes, SpeedUp curve, SizeConstraint constraint) {
    int least = width;
    int largest = width;
    while (least > 1 && curve.at(least) / least < LEAST_EFFICIENCY) {
      least--;
    }
    while (largest < nodes && curve.at(largest + 1) / (largest + 1) >= LARGEST_EFFICIENCY) {
      largest++;
    }
    int floor = constraint.floor(least);
    return new SizeRange(
        floor == 0 ? width : floor, width, Math.max(width, constraint.floor(largest)), constraint);
  }
}

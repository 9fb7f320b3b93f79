package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.ReduceOp;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Pi by random points in a square: the share that falls into the quarter circle. Points come in
 * batches, each with a random sequence of its own, dealt out among the tasks; hits are counted in
 * whole numbers. So any number of tasks, changed at any time, gives the same count.
 *
 * <p>Run it alone, {@code java io.pliant.imp.examples.Pi --batches 2000}, or as the tasks of a
 * malleable job.
 */
public final class Pi {
  private static final Options.Usage USAGE =
      new Options.Usage(
          "pi",
          "Estimates pi by random points.",
          List.of(
              new Options.Number("batches", 2000, 1, Integer.MAX_VALUE, "batches of points"),
              new Options.Number("points", 100_000, 1, Integer.MAX_VALUE, "points in a batch")));

  private Pi() {}

  /**
   * What to compute.
   *
   * @param batches batches of points
   * @param points points in a batch
   */
  public record Plan(int batches, int points) {}

  /**
   * What a run gives.
   *
   * @param plan what was computed
   * @param hits points within the circle; -1 at all tasks but rank 0, and at tasks that left
   */
  public record Answer(Plan plan, long hits) implements Launch.Answer {
    private double drawn() {
      return (double) plan.batches * plan.points;
    }

    /** The estimate. */
    public double pi() {
      return 4.0 * hits / drawn();
    }

    @Override
    public boolean isHere() {
      return hits >= 0;
    }

    /** Holds the estimate to pi within six standard deviations; throws when it is further away. */
    @Override
    public void check() {
      double deviation = 4 * Math.sqrt(Math.PI / 4 * (1 - Math.PI / 4) / drawn());
      if (!(Math.abs(pi() - Math.PI) <= 6 * deviation)) {
        throw new IllegalStateException("Expected pi, but got " + pi() + ".");
      }
    }

    @Override
    public String text() {
      return String.format(Locale.ROOT, "%d batches, %d hits, %.7f", plan.batches, hits, pi());
    }

    @Override
    public String digest() {
      return Launch.digest(new double[] {hits});
    }
  }

  /** Estimates pi and checks it; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(
        Launch.run(
            USAGE,
            arguments,
            System.err,
            (imp, options, show) ->
                run(imp, new Plan(options.number("batches"), options.number("points")), show)));
  }

  /** Draws the points on whatever tasks the job has. */
  public static Answer run(Imp imp, Plan plan, Show show) {
    long next = 0;
    long hits = 0;
    boolean enter = imp.status() == LocalStatus.JOINING;
    while (enter || next < plan.batches) {
      if (enter || imp.probe()) {
        enter = false;
        long[] state = adapt(imp, next, hits, show);
        next = state[0];
        hits = state[1];
        if (!imp.isMember()) {
          return new Answer(plan, -1);
        }
        continue;
      }
      long mine = next + imp.world().rank();
      if (mine < plan.batches) {
        hits += batch(mine, plan.points);
      }
      next += imp.world().size();
      imp.phase(0);
      show.stepDone(imp, next);
    }
    long all = imp.world().allreduce(hits, ReduceOp.SUM);
    return new Answer(plan, imp.world().rank() == 0 ? all : -1);
  }

  /**
   * The next batch and this task's hits after the window: the first task takes over what all have
   * counted.
   */
  private static long[] adapt(Imp imp, long next, long hits, Show show) {
    try (Window window = imp.begin()) {
      if (window.isOpen()) {
        long open = System.nanoTime();
        long shared = window.share(new long[] {next})[0];
        long sum = window.union().allreduce(hits, ReduceOp.SUM);
        boolean keeps = window.newRank() == 0;
        long dataNanos = System.nanoTime() - open;
        if (window.commit() == Outcome.COMMITTED) {
          if (keeps) {
            show.resized(shared, window, dataNanos);
          }
          return new long[] {shared, keeps ? sum : 0};
        }
      }
    }
    return new long[] {next, hits};
  }

  /** Hits of one batch. */
  static long batch(long index, int points) {
    // neighbouring seeds give sequences that overlap; their first numbers do not
    SplittableRandom random = new SplittableRandom(new SplittableRandom(index).nextLong());
    long hits = 0;
    for (int i = 0; i < points; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y < 1) {
        hits++;
      }
    }
    return hits;
  }
}

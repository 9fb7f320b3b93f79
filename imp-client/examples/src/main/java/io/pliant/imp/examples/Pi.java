package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.ReduceOp;
import java.util.SplittableRandom;

/**
 * Pi by random points in a square: the share that falls into the quarter circle. Points come in
 * batches, each with a random sequence of its own, dealt out among the tasks; hits are counted in
 * whole numbers. So any number of tasks, changed at any time, gives the same count.
 *
 * <p>Run it alone, {@code java io.pliant.imp.examples.Pi 2000}, or as the tasks of a malleable job.
 */
public final class Pi {
  /** Points in a batch. */
  public static final int BATCH = 100_000;

  private Pi() {}

  /**
   * What a run gives.
   *
   * @param batches batches drawn
   * @param hits points within the circle; 0 at tasks that left
   */
  public record Answer(long batches, long hits) {
    /** The estimate. */
    public double pi() {
      return 4.0 * hits / (batches * (double) BATCH);
    }

    /** Holds the estimate to pi within six standard deviations; throws when it is further away. */
    public void check() {
      double deviation =
          4 * Math.sqrt(Math.PI / 4 * (1 - Math.PI / 4) / (batches * (double) BATCH));
      if (Math.abs(pi() - Math.PI) > 6 * deviation) {
        throw new IllegalStateException("Expected pi, but got " + pi() + ".");
      }
    }
  }

  /** Number of batches as the argument; rank 0 prints the estimate. */
  public static void main(String[] arguments) throws Exception {
    long batches = arguments.length > 0 ? Long.parseLong(arguments[0]) : 2000;
    try (Imp imp = Imp.init()) {
      Answer answer = run(imp, batches);
      if (imp.isMember() && imp.world().rank() == 0) {
        answer.check();
        System.out.printf("pi: %d batches, %d hits, %.7f%n", batches, answer.hits, answer.pi());
      }
    }
  }

  /** Draws {@code batches} batches on whatever tasks the job has. */
  public static Answer run(Imp imp, long batches) {
    long next = 0;
    long hits = 0;
    boolean enter = imp.status() == LocalStatus.JOINING;
    while (enter || next < batches) {
      if (enter || imp.probe()) {
        enter = false;
        long[] state = adapt(imp, next, hits);
        next = state[0];
        hits = state[1];
        if (!imp.isMember()) {
          return new Answer(batches, 0);
        }
        continue;
      }
      long mine = next + imp.world().rank();
      if (mine < batches) {
        hits += batch(mine);
      }
      next += imp.world().size();
      imp.phase(0);
    }
    return new Answer(batches, imp.world().allreduce(hits, ReduceOp.SUM));
  }

  /**
   * The next batch and this task's hits after the window: the first task takes over what all have
   * counted.
   */
  private static long[] adapt(Imp imp, long next, long hits) {
    try (Window window = imp.begin()) {
      if (window.isOpen()) {
        long shared = window.share(new long[] {next})[0];
        long sum = window.union().allreduce(hits, ReduceOp.SUM);
        boolean keeps = window.newRank() == 0;
        if (window.commit() == Outcome.COMMITTED) {
          return new long[] {shared, keeps ? sum : 0};
        }
      }
    }
    return new long[] {next, hits};
  }

  /** Hits of one batch. */
  static long batch(long index) {
    // neighbouring seeds give sequences that overlap; their first numbers do not
    SplittableRandom random = new SplittableRandom(new SplittableRandom(index).nextLong());
    long hits = 0;
    for (int i = 0; i < BATCH; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y < 1) {
        hits++;
      }
    }
    return hits;
  }
}

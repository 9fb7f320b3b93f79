package io.pliant.bench;

import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.examples.Heat;
import io.pliant.imp.examples.Show;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * What the library costs an unresized heat run: a plain loop beside the example on one task, and on
 * two tasks the same loop with and without the verbs (probe, phase). Runs alternate; each line has
 * the median of the ratios of neighbouring runs.
 */
public final class HeatEffect {
  private HeatEffect() {}

  /** Arguments: points along an edge, steps, rounds. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int side = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 600;
    int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 600;
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 21;
    for (int i = 0; i < 3; i++) { // compiled code from now on
      plain(side, steps);
      library(side, steps);
      pair(side, steps, true);
      pair(side, steps, false);
    }
    report(
        "1 task: example with the library / plain loop",
        rounds,
        library -> {
          return library ? library(side, steps) : plain(side, steps);
        });
    report("2 tasks: with probe and phase / without", rounds, verbs -> pair(side, steps, verbs));
  }

  private interface Run {
    long nanos(boolean variant) throws IOException, InterruptedException;
  }

  private static void report(String name, int rounds, Run run)
      throws IOException, InterruptedException {
    double[] ratios = new double[rounds];
    long[] with = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      boolean first = i % 2 == 0;
      long one = run.nanos(first);
      long other = run.nanos(!first);
      with[i] = first ? one : other;
      ratios[i] = (double) with[i] / (first ? other : one);
    }
    Arrays.sort(ratios);
    Arrays.sort(with);
    System.out.printf(
        "%s: ratio %.4f (quartiles %.4f, %.4f) of %d pairs, %.1f ms a run%n",
        name,
        ratios[rounds / 2],
        ratios[rounds / 4],
        ratios[3 * rounds / 4],
        rounds,
        with[rounds / 2] / 1e6);
  }

  private static long library(int side, int steps) throws IOException {
    long start = System.nanoTime();
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      Heat.Answer answer = Heat.run(imp, new Heat.Plan(side, steps), Show.none());
      need(answer.steps() == steps);
    }
    return System.nanoTime() - start;
  }

  private static void need(boolean right) {
    if (!right) {
      throw new IllegalStateException("Expected a heated plate, but got something else.");
    }
  }

  /** The example's arithmetic without anything of the library. */
  private static long plain(int side, int steps) {
    long start = System.nanoTime();
    double[] cells = new double[side * side];
    Arrays.fill(cells, 0, side, 1.0);
    double change = 0;
    for (int step = 0; step < steps; step++) {
      double[] next = cells.clone();
      change = 0;
      for (int row = 1; row < side - 1; row++) {
        change = Math.max(change, relax(cells, next, side, row));
      }
      cells = next;
    }
    need(change > 0);
    return System.nanoTime() - start;
  }

  private static double relax(double[] cells, double[] next, int side, int row) {
    double largest = 0;
    int at = row * side;
    for (int i = 1; i < side - 1; i++) {
      double sum =
          cells[at - side + i] + cells[at + side + i] + cells[at + i - 1] + cells[at + i + 1];
      next[at + i] = sum * 0.25;
      largest = Math.max(largest, Math.abs(next[at + i] - cells[at + i]));
    }
    return largest;
  }

  /** Two tasks as threads, each with half the rows. */
  private static long pair(int side, int steps, boolean verbs)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    FakeJob job = FakeJob.of(imp -> half(imp, side, steps, verbs), 2);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      scheduler.awaitEnd(Duration.ofMinutes(5));
    }
    return System.nanoTime() - start;
  }

  private static void half(Imp imp, int side, int steps, boolean verbs) {
    int other = 1 - imp.world().rank();
    int rows = side / 2 + 2; // with a row of the other's, and the edge
    int border = other == 1 ? rows - 2 : 1;
    int halo = other == 1 ? rows - 1 : 0;
    double[] cells = new double[rows * side];
    if (other == 1) {
      Arrays.fill(cells, 0, side, 1.0);
    }
    double change = 0;
    for (int step = 0; step < steps; step++) {
      if (verbs && imp.probe()) {
        throw new IllegalStateException("Expected no adaptation, but there is one.");
      }
      Communicator world = imp.world();
      world.send(other, 1, Arrays.copyOfRange(cells, border * side, (border + 1) * side));
      System.arraycopy(world.recv(other, 1, double[].class), 0, cells, halo * side, side);
      double[] next = cells.clone();
      change = 0;
      for (int row = 1; row < rows - 1; row++) {
        change = Math.max(change, relax(cells, next, side, row));
      }
      cells = next;
      change = world.allreduce(change, ReduceOp.MAX);
      if (verbs) {
        imp.phase(0);
      }
    }
    need(change > 0);
  }
}

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
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;

/**
 * What the library costs an unresized heat run: a plain loop beside the example on one task, and on
 * two tasks the same loop with and without the verbs (probe, phase). Runs alternate; each line has
 * the median of the ratios of neighbouring runs, by the clock and by the processor time of the
 * whole process, which other processes disturb less.
 */
public final class HeatEffect {
  private static final com.sun.management.OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

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
          if (library) {
            library(side, steps);
          } else {
            plain(side, steps);
          }
        });
    report("2 tasks: with probe and phase / without", rounds, verbs -> pair(side, steps, verbs));
  }

  /** What a run took, in nanoseconds. */
  private record Took(long clock, long processor) {}

  private interface Run {
    void run(boolean variant) throws IOException, InterruptedException;
  }

  private static Took time(Run run, boolean variant) throws IOException, InterruptedException {
    long clock = System.nanoTime();
    long processor = PROCESS.getProcessCpuTime();
    run.run(variant);
    return new Took(System.nanoTime() - clock, PROCESS.getProcessCpuTime() - processor);
  }

  private static void report(String name, int rounds, Run run)
      throws IOException, InterruptedException {
    double[] byClock = new double[rounds];
    double[] byProcessor = new double[rounds];
    long least = Long.MAX_VALUE;
    for (int i = 0; i < rounds; i++) {
      boolean first = i % 2 == 0;
      Took one = time(run, first);
      Took other = time(run, !first);
      Took with = first ? one : other;
      Took without = first ? other : one;
      least = Math.min(least, with.clock);
      byClock[i] = (double) with.clock / without.clock;
      byProcessor[i] = (double) with.processor / without.processor;
    }
    System.out.printf(
        "%s: clock %s, processor %s; %d pairs, fastest run %.1f ms%n",
        name, quartiles(byClock), quartiles(byProcessor), rounds, least / 1e6);
  }

  private static String quartiles(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return String.format(
        "%.4f (quartiles %.4f, %.4f)", sorted[n / 2], sorted[n / 4], sorted[3 * n / 4]);
  }

  private static void library(int side, int steps) throws IOException {
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      Heat.Answer answer = Heat.run(imp, new Heat.Plan(side, steps), Show.none());
      need(answer.steps() == steps);
    }
  }

  private static void need(boolean right) {
    if (!right) {
      throw new IllegalStateException("Expected a heated plate, but got something else.");
    }
  }

  /** The example's arithmetic without anything of the library. */
  private static void plain(int side, int steps) {
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
  private static void pair(int side, int steps, boolean verbs)
      throws IOException, InterruptedException {
    FakeJob job = FakeJob.of(imp -> half(imp, side, steps, verbs), 2);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      scheduler.awaitEnd(Duration.ofMinutes(5));
    }
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

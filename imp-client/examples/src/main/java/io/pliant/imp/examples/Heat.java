package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.layout.Block;
import io.pliant.imp.layout.Distribution;
import io.pliant.imp.layout.Redistribution;
import java.util.List;
import java.util.Locale;

/**
 * Heat on a square plate by Jacobi iteration: each inner point becomes the mean of its four
 * neighbours; the upper edge is held at 1, the others at 0. Rows are cut into blocks, one for each
 * task, and change hands when the job is resized. A point's new value is made of the same four
 * numbers in the same order on any number of tasks, so the answer is the same to the last bit.
 *
 * <p>Run it alone, {@code java io.pliant.imp.examples.Heat --rows 200 --steps 1000}, or as the
 * tasks of a malleable job.
 */
public final class Heat {
  private static final int UP = 1;
  private static final int DOWN = 2;
  private static final Options.Usage USAGE =
      new Options.Usage(
          "heat",
          "Heats a square plate by Jacobi iteration.",
          List.of(
              new Options.Number("rows", 200, 3, 20_000, "points along an edge of the plate"),
              new Options.Number("steps", 1000, 1, Integer.MAX_VALUE, "iterations")));

  private final Imp imp;
  private final int side;
  private final int steps;
  private final Show show;
  private int step;
  private double change;
  private double[] mine;

  private Heat(Imp imp, Plan plan, Show show) {
    this.imp = imp;
    this.side = plan.rows;
    this.steps = plan.steps;
    this.show = show;
    this.mine = new double[0];
  }

  /**
   * What to compute.
   *
   * @param rows points along an edge, at least 3 and at least the number of tasks
   * @param steps iterations
   */
  public record Plan(int rows, int steps) {}

  /**
   * What a run gives.
   *
   * @param steps iterations done
   * @param change the largest change of a point in the last one
   * @param plate all points row after row at rank 0; empty elsewhere
   */
  @SuppressWarnings("ArrayRecordComponent") // an answer to look at, never a key
  public record Answer(int steps, double change, double[] plate) implements Launch.Answer {
    @Override
    public boolean isHere() {
      return plate.length > 0;
    }

    @Override
    public void check() {
      Heat.check(plate, (int) Math.round(Math.sqrt(plate.length)), change);
    }

    @Override
    public String text() {
      return String.format(
          Locale.ROOT,
          "%d steps on %d points, last change %.3e, mean %.6f",
          steps,
          plate.length,
          change,
          mean(plate));
    }

    @Override
    public String digest() {
      return Launch.digest(plate, new double[] {change});
    }
  }

  /** Heats the plate and checks it; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(
        Launch.run(
            USAGE,
            arguments,
            System.err,
            (imp, options, show) ->
                run(imp, new Plan(options.number("rows"), options.number("steps")), show)));
  }

  /**
   * Computes on whatever tasks the job has, from the first step or, at a joining task, from where
   * the job is.
   *
   * @return the answer; without a plate at all tasks but rank 0, and at tasks that left
   */
  public static Answer run(Imp imp, Plan plan, Show show) {
    return new Heat(imp, plan, show).compute();
  }

  private Answer compute() {
    boolean enter = imp.status() == LocalStatus.JOINING;
    if (!enter) {
      checkSize(imp.world().size());
      mine = start(new Block(side, imp.world().size()), imp.world().rank());
    }
    while (enter || step < steps) {
      if (enter || imp.probe()) {
        enter = false;
        adapt();
        if (!imp.isMember()) {
          return new Answer(step, change, new double[0]);
        }
        continue; // the number of steps may have come with the data
      }
      iterate(imp.world());
      step++;
      imp.phase(0);
      show.stepDone(imp, step);
    }
    return gather(imp.world());
  }

  private void adapt() {
    try (Window window = imp.begin()) {
      if (!window.isOpen()) {
        return;
      }
      if (window.newSize() > side) {
        Outcome unused = window.abort("the plate has only " + side + " rows");
        return;
      }
      long open = System.nanoTime();
      int[] sharedStep = window.share(new int[] {step});
      double[] sharedChange = window.share(new double[] {change});
      double[] moved =
          Redistribution.move(window, mine, rows(window.oldSize()), rows(window.newSize()));
      long dataNanos = System.nanoTime() - open;
      if (window.commit() == Outcome.COMMITTED) {
        mine = moved;
        step = sharedStep[0];
        change = sharedChange[0];
        if (window.newRank() == 0) {
          show.resized(step, window, dataNanos);
        }
      }
    }
  }

  private Distribution rows(int tasks) {
    return Distribution.rows(new Block(side, tasks), side);
  }

  private void checkSize(int tasks) {
    if (side < 3 || tasks > side) {
      throw new IllegalArgumentException(
          "Expected at least 3 rows and one for each task, but got "
              + side
              + " for "
              + tasks
              + ".");
    }
  }

  private double[] start(Block block, int rank) {
    double[] cells = new double[block.count(rank) * side];
    if (rank == 0) {
      java.util.Arrays.fill(cells, 0, side, 1.0);
    }
    return cells;
  }

  private void iterate(Communicator world) {
    int rank = world.rank();
    int rowCount = mine.length / side;
    if (rank > 0) {
      world.send(rank - 1, UP, java.util.Arrays.copyOfRange(mine, 0, side));
    }
    if (rank < world.size() - 1) {
      world.send(
          rank + 1, DOWN, java.util.Arrays.copyOfRange(mine, mine.length - side, mine.length));
    }
    double[] above = rank > 0 ? world.recv(rank - 1, DOWN, double[].class) : new double[0];
    double[] below =
        rank < world.size() - 1 ? world.recv(rank + 1, UP, double[].class) : new double[0];
    double[] next = mine.clone();
    double largest = 0;
    for (int row = 0; row < rowCount; row++) {
      boolean edge = rank == 0 && row == 0 || rank == world.size() - 1 && row == rowCount - 1;
      if (!edge) {
        double[] up = row == 0 ? above : mine;
        double[] down = row == rowCount - 1 ? below : mine;
        int upAt = row == 0 ? 0 : (row - 1) * side;
        int downAt = row == rowCount - 1 ? 0 : (row + 1) * side;
        largest =
            Math.max(largest, relax(next, row * side, new Neighbours(up, upAt, down, downAt)));
      }
    }
    mine = next;
    change = world.allreduce(largest, ReduceOp.MAX);
  }

  /** The rows above and below, and where they begin. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Neighbours(double[] up, int upAt, double[] down, int downAt) {}

  private double relax(double[] next, int at, Neighbours near) {
    double largest = 0;
    for (int i = 1; i < side - 1; i++) {
      double sum =
          near.up[near.upAt + i] + near.down[near.downAt + i] + mine[at + i - 1] + mine[at + i + 1];
      next[at + i] = sum * 0.25;
      largest = Math.max(largest, Math.abs(next[at + i] - mine[at + i]));
    }
    return largest;
  }

  private Answer gather(Communicator world) {
    List<double[]> parts = world.gather(mine, 0);
    double[] plate = new double[parts.stream().mapToInt(p -> p.length).sum()];
    int at = 0;
    for (double[] part : parts) {
      System.arraycopy(part, 0, plate, at, part.length);
      at += part.length;
    }
    return new Answer(step, change, plate);
  }

  /**
   * Holds an answer to what heat must do: edges as they were, every point between the edges'
   * values, left and right alike, and no point further from the mean of its neighbours than the
   * last change.
   */
  public static void check(double[] plate, int side, double change) {
    for (int row = 0; row < side; row++) {
      for (int i = 0; i < side; i++) {
        double here = plate[row * side + i];
        boolean edge = row == 0 || row == side - 1 || i == 0 || i == side - 1;
        double mirrored = plate[row * side + side - 1 - i];
        boolean right = edge ? here == (row == 0 ? 1 : 0) : here >= 0 && here < 1;
        if (!right || Math.abs(here - mirrored) > 1e-12) {
          throw new IllegalStateException(
              "Expected a heated plate, but row " + row + " column " + i + " is " + here + ".");
        }
        if (!edge) {
          double mean =
              (plate[(row - 1) * side + i]
                      + plate[(row + 1) * side + i]
                      + plate[row * side + i - 1]
                      + plate[row * side + i + 1])
                  / 4;
          if (Math.abs(mean - here) > change + 1e-12) {
            throw new IllegalStateException(
                "Expected a change of at most " + change + ", but got " + (mean - here) + ".");
          }
        }
      }
    }
  }

  private static double mean(double[] plate) {
    double sum = 0;
    for (double point : plate) {
      sum += point;
    }
    return sum / plate.length;
  }
}

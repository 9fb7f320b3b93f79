package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.PhaseTime;
import io.pliant.imp.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shallow water in a square basin: a round hill of water falls and its waves run to the walls and
 * back. The mesh is refined where the surface is steep, every few steps anew, and its blocks are
 * dealt out again; so the work, and communication's share of the time, change while it runs. Every
 * cell's new state is made of the same numbers in the same order on any number of tasks, so the
 * answer is the same to the last bit.
 *
 * <p>Run it alone, {@code java io.pliant.imp.examples.ShallowWater --blocks 8 --steps 400}, or as
 * the tasks of a malleable job.
 */
public final class ShallowWater {
  private static final Options.Usage USAGE =
      new Options.Usage(
          "water",
          "Lets a hill of water fall in a basin, on a mesh that is fine where it needs to be.",
          List.of(
              new Options.Number("blocks", 8, 1, 1024, "blocks along an edge of the basin"),
              new Options.Number("cells", 8, 2, 1024, "cells along an edge of a block, even"),
              new Options.Number("levels", 2, 0, 8, "how often a block may be refined"),
              new Options.Number("regrid", 8, 1, 1 << 20, "steps between two refinements"),
              new Options.Number("report", 0, 0, 1 << 30, "steps between two reports; 0: none"),
              new Options.Number("steps", 400, 1, Integer.MAX_VALUE, "steps of the water")));

  private final Imp imp;
  private final Plan plan;
  private final Show show;
  private int step;
  private Pool pool;

  private ShallowWater(Imp imp, Plan plan, Show show) {
    this.imp = imp;
    this.plan = plan;
    this.show = show;
    this.pool = new Pool(plan.flat());
  }

  /**
   * What to compute.
   *
   * @param blocks blocks along an edge of the basin
   * @param cells cells along an edge of a block at level 0, an even number
   * @param levels the highest level
   * @param regrid steps between two refinements
   * @param report steps between two reports; 0 for none
   * @param steps steps in all
   */
  public record Plan(int blocks, int cells, int levels, int regrid, int report, int steps) {
    /** Checks the cells. */
    public Plan {
      if (cells % 2 != 0) {
        throw new IllegalArgumentException(
            "Expected an even number of cells along an edge of a block, but got " + cells + ".");
      }
    }

    Mesh flat() {
      return new Mesh(blocks, cells, levels);
    }
  }

  /**
   * What a run gives.
   *
   * @param plan what was computed
   * @param water all of it at rank 0; null elsewhere
   */
  public record Answer(Plan plan, @Nullable Pool water) implements Launch.Answer {
    @Override
    public boolean isHere() {
      return water != null;
    }

    private Pool all() {
      if (water == null) {
        throw new IllegalStateException("Expected the answer at rank 0, but this is not it.");
      }
      return water;
    }

    /** Holds the water to what it must do; see {@link WaterCheck}. */
    @Override
    public void check() {
      WaterCheck.check(all(), Pool.initial(plan.flat(), plan.levels).volume());
    }

    @Override
    public String text() {
      return String.format(
          Locale.ROOT,
          "%d steps, %d cells on %d levels, volume %.12f",
          plan.steps,
          all().mesh().cellCount(),
          all().mesh().finest() + 1,
          all().volume());
    }

    @Override
    public String digest() {
      double[] levels = Arrays.stream(all().mesh().levels()).asDoubleStream().toArray();
      return Launch.digest(levels, all().pack(List.copyOf(all().patches().keySet())));
    }
  }

  /** Computes and checks; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(
        Launch.run(
            USAGE,
            arguments,
            System.err,
            (imp, options, show) ->
                run(
                    imp,
                    new Plan(
                        options.number("blocks"),
                        options.number("cells"),
                        options.number("levels"),
                        options.number("regrid"),
                        options.number("report"),
                        options.number("steps")),
                    show)));
  }

  /** Computes on whatever tasks the job has; tasks beyond the number of blocks only wait. */
  public static Answer run(Imp imp, Plan plan, Show show) {
    return new ShallowWater(imp, plan, show).compute();
  }

  private Answer compute() {
    boolean enter = imp.status() == LocalStatus.JOINING;
    if (!enter) {
      Pool all = Pool.initial(plan.flat(), plan.levels);
      pool = new Tide(imp.world(), all.mesh()).share(all);
    }
    while (enter || step < plan.steps) {
      if (enter || imp.probe()) {
        enter = false;
        adapt();
        if (!imp.isMember()) {
          return new Answer(plan, null);
        }
        continue; // the number of steps may have come with the data
      }
      advance();
      show.stepDone(imp, step);
    }
    Tide tide = new Tide(imp.world(), pool.mesh());
    Pool all = tide.gathered(pool);
    return new Answer(plan, imp.world().rank() == 0 ? all : null);
  }

  private void advance() {
    pool = new Tide(imp.world(), pool.mesh()).step(pool);
    step++;
    imp.phase(0);
    if (step % plan.regrid == 0) {
      pool = new Tide(imp.world(), pool.mesh()).regridded(pool);
      imp.phase(1);
    }
    if (plan.report > 0 && step % plan.report == 0 && imp.world().rank() == 0) {
      report();
    }
  }

  private void report() {
    StringBuilder line = new StringBuilder();
    line.append("step ").append(step).append(": ").append(pool.mesh().cellCount());
    line.append(" cells on ").append(imp.world().size()).append(" tasks");
    for (PhaseTime time : imp.times()) {
      line.append(
          String.format(
              Locale.ROOT,
              "; %s %.3f",
              time.phase() == 0 ? "communication/computation of steps" : "of refinements",
              time.communicationNanos() / Math.max(1.0, time.computationNanos())));
    }
    show.say(line.toString());
  }

  private void adapt() {
    try (Window window = imp.begin()) {
      if (!window.isOpen()) {
        return;
      }
      long open = System.nanoTime();
      int[] shared = window.share(new int[] {step});
      Mesh mesh = pool.mesh().withLevels(window.share(pool.mesh().levels()));
      Pool before = window.oldRank() < 0 ? new Pool(mesh) : pool;
      Pool moved =
          Tide.moved(
              window.union(),
              before,
              new Tide.Deal(
                  mesh.owners(window.oldSize()),
                  mesh.owners(window.newSize()),
                  ranks(window.oldToUnion(), window.union().size()),
                  ranks(window.newToUnion(), window.union().size())));
      long dataNanos = System.nanoTime() - open;
      if (window.commit() == Outcome.COMMITTED) {
        pool = moved;
        step = shared[0];
        if (window.newRank() == 0) {
          show.resized(step, window, dataNanos);
        }
      }
    }
  }

  /** For each rank of the window its rank in a group, or -1. */
  private static int[] ranks(int[] toUnion, int size) {
    int[] ranks = new int[size];
    Arrays.fill(ranks, -1);
    for (int rank = 0; rank < toUnion.length; rank++) {
      if (toUnion[rank] >= 0) {
        ranks[toUnion[rank]] = rank;
      }
    }
    return ranks;
  }
}

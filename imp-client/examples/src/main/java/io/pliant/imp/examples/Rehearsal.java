package io.pliant.imp.examples;

import io.pliant.imp.AdaptationKind;
import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.Communicator;
import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.layout.Block;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A program for drills and tests of resizing: it waits at the steps of an adaptation, answers
 * offers and asks for other sizes as the files of a folder say ({@link Prompts}), until one says
 * that it is to end.
 *
 * <p>It computes a ring of coupled logistic maps, each task its part of every step. All tasks know
 * the whole ring, so a lost task costs nothing but its part of the work, and survivors agree on the
 * last step that all have. The maps are chaotic: one wrong bit would show in every digit, and the
 * answer is held to that of one task that computes all steps alone.
 */
public final class Rehearsal {
  private static final int CELLS = 240;
  private static final Options.Usage USAGE =
      new Options.Usage(
          "rehearsal",
          "Does at each step of an adaptation what the files of a folder say.",
          List.of(new Options.Number("steps", 1_000_000, 1, Integer.MAX_VALUE, "steps at most")),
          List.of(new Options.Text("prompts", "DIR", "folder of the files, needed")));

  private final Imp imp;
  private final Prompts prompts;
  private final Show show;
  private double[] before = new double[0];
  private double[] cells = new double[0];
  private long step;
  private boolean finished;

  private Rehearsal(Imp imp, Prompts prompts, Show show) {
    this.imp = imp;
    this.prompts = prompts;
    this.show = show;
  }

  /**
   * What a run gives.
   *
   * @param steps steps that were made
   * @param cells the ring at rank 0; empty elsewhere
   */
  @SuppressWarnings("ArrayRecordComponent") // an answer to look at, never a key
  record Answer(long steps, double[] cells) implements Launch.Answer {
    @Override
    public boolean isHere() {
      return cells.length > 0;
    }

    @Override
    public void check() {
      double[] alone = start();
      for (long i = 0; i < steps; i++) {
        alone = next(alone, 0, CELLS);
      }
      if (!Arrays.equals(alone, cells)) {
        throw new IllegalStateException(
            "Expected the ring of one task after " + steps + " steps, but it differs.");
      }
    }

    @Override
    public String text() {
      return String.format(Locale.ROOT, "%d steps of %d cells", steps, cells.length);
    }

    @Override
    public String digest() {
      return Launch.digest(cells);
    }
  }

  /** Computes and checks; see {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(
        Launch.run(
            USAGE,
            arguments,
            System.err,
            options -> prompts(options)::answer,
            (imp, options, show) ->
                new Rehearsal(imp, prompts(options), show).run(options.number("steps"))));
  }

  private static Prompts prompts(Options options) {
    if (options.text("prompts").isEmpty()) {
      throw new IllegalArgumentException("Expected --prompts DIR, but it is not given.");
    }
    return Prompts.in(options.text("prompts"));
  }

  private Answer run(long most) {
    boolean enter = imp.status() == LocalStatus.JOINING;
    prompts.mark(enter ? "joining" : "initial " + imp.world().rank());
    if (enter) {
      prompts.hold("ready");
    } else {
      cells = start();
      before = cells;
    }
    while (enter || !finished && step < most) {
      try {
        if (!enter && imp.pendingAdaptation() != 0) {
          prompts.hold("probe");
        }
        if (enter || imp.probe()) {
          enter = false;
          adapt();
          if (!imp.isMember()) {
            prompts.hold("leave");
            prompts.mark("leaves");
            return new Answer(step, new double[0]);
          }
          continue; // the number of steps may have come with the data
        }
        advance(imp.world());
      } catch (PeerGoneException e) {
        prompts.mark("bereft " + e.getMessage());
        enter = true;
      }
    }
    prompts.mark("ends " + step);
    return new Answer(step, imp.world().rank() == 0 ? cells : new double[0]);
  }

  private void adapt() {
    try (Window window = imp.begin()) {
      if (!window.isOpen()) {
        prompts.mark("shut");
        return;
      }
      int number = window.adaptation();
      prompts.mark("window %d %s".formatted(number, window.kind()));
      prompts.hold("window");
      double[] mine = agreed(window);
      long shared = window.share(new long[] {step})[0];
      double[] moved = window.share(mine);
      Outcome outcome = window.commit();
      if (outcome == Outcome.COMMITTED) {
        step = shared;
        cells = moved;
        before = moved;
        finished = false; // one step ahead of a loss it may have seen the end
      }
      prompts.mark("outcome %d %s".formatted(number, outcome));
      prompts.hold("after");
    } catch (PeerGoneException e) {
      // given up for all; when a member of the world is gone, its next call says so
      prompts.mark("broken " + e.getMessage());
    }
  }

  /** The ring at the last step that all have: after a loss some are one step ahead. */
  private double[] agreed(Window window) {
    if (window.kind() != AdaptationKind.LOSS) {
      return cells;
    }
    long least = window.union().allreduce(step, ReduceOp.MIN);
    if (step == least) {
      return cells;
    }
    step = least;
    cells = before;
    return before;
  }

  private void advance(Communicator world) {
    boolean first = world.rank() == 0;
    if (first) {
      prompts.requests(imp);
    }
    Block block = new Block(CELLS, world.size());
    int from = block.first(world.rank());
    double[] part = next(cells, from, from + block.count(world.rank()));
    double[] told = Arrays.copyOf(part, part.length + 1);
    told[part.length] = first && prompts.isThere("finish") ? 1 : 0;
    double[] ring = new double[CELLS];
    int at = 0;
    List<double[]> parts = world.allgather(told);
    for (double[] one : parts) {
      System.arraycopy(one, 0, ring, at, one.length - 1);
      at += one.length - 1;
    }
    finished = parts.get(0)[parts.get(0).length - 1] != 0;
    before = cells;
    cells = ring;
    step++;
    imp.phase(0);
    show.stepDone(imp, step);
  }

  private static double[] start() {
    double[] ring = new double[CELLS];
    for (int i = 0; i < CELLS; i++) {
      ring[i] = (i + 1.0) / (CELLS + 1);
    }
    return ring;
  }

  /** The cells of a range after one more step. */
  private static double[] next(double[] ring, int from, int to) {
    double[] part = new double[to - from];
    for (int i = from; i < to; i++) {
      double left = map(ring[(i + CELLS - 1) % CELLS]);
      double right = map(ring[(i + 1) % CELLS]);
      part[i - from] = 0.9 * map(ring[i]) + 0.05 * (left + right);
    }
    return part;
  }

  private static double map(double x) {
    return 3.9 * x * (1 - x);
  }
}

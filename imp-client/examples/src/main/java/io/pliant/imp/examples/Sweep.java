package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.Message;
import io.pliant.imp.comm.PeerGoneException;
import java.util.List;
import java.util.Locale;

/**
 * A sweep over the parameter of the logistic map by a master and its workers, finer where its
 * Lyapunov exponent changes fast. How much work there is shows on the way, so the program itself
 * asks for nodes and gives them back. Rank 0 hands out points, and computes when it is alone; a
 * worker that dies costs the points that it had, which are handed out again. A point's exponent is
 * the same on any worker, so the answer is the same to the last bit.
 *
 * <p>Run it alone, {@code java io.pliant.imp.examples.Sweep --points 64 --depth 6}, or as the tasks
 * of a malleable job.
 */
public final class Sweep {
  private static final int WORK = 1;
  private static final int DONE = 2;

  /** First words of what the master sends: points to compute, an adaptation to enter, the end. */
  private static final int POINTS = 0;

  private static final int ADAPT = 1;
  private static final int END = 2;

  private static final Options.Usage USAGE =
      new Options.Usage(
          "sweep",
          "Sweeps the logistic map for chaos, with a master and workers; grows and releases itself.",
          List.of(
              new Options.Number("points", 64, 1, 1 << 14, "intervals to begin with"),
              new Options.Number("depth", 8, 0, 12, "how often an interval may be halved"),
              new Options.Number("tolerance", 20, 1, 10_000, "thousandths of change to halve at"),
              new Options.Number("iterations", 20_000, 1000, 100_000_000, "orbit of a point"),
              new Options.Number("batch", 4, 1, 1 << 14, "points handed out at once"),
              new Options.Number("per-node", 40, 1, 1 << 20, "open points that want one more node"),
              new Options.Number("most-nodes", 12, 1, 10_000, "nodes to ask for at most")));

  private final Imp imp;
  private final Plan plan;
  private final Show show;

  private Sweep(Imp imp, Plan plan, Show show) {
    this.imp = imp;
    this.plan = plan;
    this.show = show;
  }

  /**
   * What to compute.
   *
   * @param points intervals of the parameter to begin with
   * @param depth how often one may be halved
   * @param tolerance difference of neighbours' exponents from which on it is
   * @param iterations steps of an orbit, at least 1000
   * @param batch points handed out at once
   * @param perNode open points for which a node is worth while
   * @param mostNodes nodes to ask for at most
   */
  public record Plan(
      int points,
      int depth,
      double tolerance,
      int iterations,
      int batch,
      int perNode,
      int mostNodes) {}

  /**
   * What a run gives.
   *
   * @param parameters values of r, rising, at the master; empty elsewhere
   * @param exponents Lyapunov exponents there
   */
  @SuppressWarnings("ArrayRecordComponent") // an answer to look at, never a key
  public record Answer(double[] parameters, double[] exponents) implements Launch.Answer {
    @Override
    public boolean isHere() {
      return parameters.length > 0;
    }

    /** Holds the exponents to what is known on paper; see {@link Lyapunov#exact}. */
    @Override
    public void check() {
      int checked = 0;
      for (int i = 0; i < parameters.length; i++) {
        Double exact = Lyapunov.exact(parameters[i]);
        if (exact != null && exact > -3) {
          checked++;
          if (!(Math.abs(exact - exponents[i]) < 0.02)) {
            throw new IllegalStateException(
                String.format(
                    Locale.ROOT,
                    "Expected an exponent of %.4f at r = %.6f, but got %.4f.",
                    exact,
                    parameters[i],
                    exponents[i]));
          }
        }
      }
      if (checked == 0 || parameters[parameters.length - 1] != 4) {
        throw new IllegalStateException("Expected a sweep up to r = 4, but it ends early.");
      }
    }

    @Override
    public String text() {
      int chaotic = 0;
      for (double exponent : exponents) {
        chaotic += exponent > 0 ? 1 : 0;
      }
      return parameters.length + " points, " + chaotic + " of them chaotic";
    }

    @Override
    public String digest() {
      return Launch.digest(parameters, exponents);
    }
  }

  /** Sweeps and checks; see {@code --help}. */
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
                        options.number("points"),
                        options.number("depth"),
                        options.number("tolerance") / 1000.0,
                        options.number("iterations"),
                        options.number("batch"),
                        options.number("per-node"),
                        options.number("most-nodes")),
                    show)));
  }

  /** Sweeps on whatever tasks the job has. */
  public static Answer run(Imp imp, Plan plan, Show show) {
    Sweep sweep = new Sweep(imp, plan, show);
    if (imp.status() != LocalStatus.JOINING && imp.world().rank() == 0) {
      return sweep.lead();
    }
    sweep.work();
    return new Answer(new double[0], new double[0]);
  }

  // ---- master

  private Answer lead() {
    SweepBoard board = new SweepBoard(plan);
    SizeWish wish = new SizeWish(imp, plan.mostNodes);
    imp.onOffer(wish::answer);
    while (!board.isDone()) {
      try {
        int adaptation = imp.pendingAdaptation();
        if (adaptation != 0 && board.isIdle()) {
          tellAll(message(ADAPT, adaptation));
          enter(adaptation, board.done());
          wish.settled();
        } else {
          advance(board, adaptation != 0);
          wish.wish(1 + board.open() / plan.perNode, imp.world().size());
        }
      } catch (PeerGoneException e) {
        board.takeBack();
        enter(0, board.done());
        wish.settled();
      }
    }
    double[][] answer = board.answer();
    dismiss();
    return new Answer(answer[0], answer[1]);
  }

  /**
   * One step: points for all who have none, and one result; alone, the work itself.
   *
   * @param calling workers are to run dry for a window
   */
  private void advance(SweepBoard board, boolean calling) {
    int size = imp.world().size();
    if (size == 1) {
      board.take(0, compute(board.handOut(0), board));
    } else {
      List<Integer> busy = board.busy();
      for (int worker = 1; worker < size && !calling && board.isWaiting(); worker++) {
        if (!busy.contains(worker)) {
          imp.world().send(worker, WORK, message(POINTS, board.handOut(worker)));
        }
      }
      Message<double[]> result = imp.world().recvAny(DONE, double[].class);
      board.take(result.from(), result.data());
    }
    imp.phase(0);
    show.stepDone(imp, board.done());
  }

  private static int[] message(int word, int... points) {
    int[] message = new int[1 + points.length];
    message[0] = word;
    System.arraycopy(points, 0, message, 1, points.length);
    return message;
  }

  private void tellAll(int[] message) {
    for (int worker = 1; worker < imp.world().size(); worker++) {
      imp.world().send(worker, WORK, message);
    }
  }

  /** A worker that dies now has done its part. */
  private void dismiss() {
    try {
      tellAll(message(END));
    } catch (PeerGoneException e) {
      show.say("the end was not heard by all: " + e.getMessage());
    }
  }

  /**
   * The window, when all workers are dry: there is nothing to move, workers have no data between
   * two batches.
   */
  private void enter(int adaptation, long step) {
    try (Window window = adaptation == 0 ? imp.begin() : imp.begin(adaptation)) {
      if (!window.isOpen()) {
        return;
      }
      if (window.lost().contains(0)) {
        throw new IllegalStateException(
            "Expected the master to live, but it is lost with all results. Run the job again.");
      }
      boolean first = window.newRank() == 0;
      if (window.commit() == Outcome.COMMITTED && first) {
        show.resized(step, window, 0);
      }
    }
  }

  // ---- worker

  private void work() {
    SweepBoard board = new SweepBoard(plan); // for the points' parameters alone
    if (imp.status() == LocalStatus.JOINING) {
      enter(0, 0);
    }
    while (imp.isMember()) {
      try {
        int[] order = imp.world().recv(0, WORK, int[].class);
        switch (order[0]) {
          case POINTS -> {
            int[] points = java.util.Arrays.copyOfRange(order, 1, order.length);
            imp.world().send(0, DONE, compute(points, board));
            imp.phase(0);
            show.stepDone(imp, 0);
          }
          case ADAPT -> enter(order[1], 0);
          default -> {
            return;
          }
        }
      } catch (PeerGoneException e) {
        enter(0, 0);
      }
    }
  }

  private double[] compute(int[] points, SweepBoard board) {
    double[] values = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      values[i] = Lyapunov.at(board.r(points[i]), plan.iterations);
    }
    return values;
  }
}

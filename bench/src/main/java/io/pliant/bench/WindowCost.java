package io.pliant.bench;

import io.pliant.imp.Imp;
import io.pliant.imp.LocalStatus;
import io.pliant.imp.Outcome;
import io.pliant.imp.Window;
import io.pliant.imp.comm.ReduceOp;
import io.pliant.imp.layout.Block;
import io.pliant.imp.layout.Distribution;
import io.pliant.imp.layout.Redistribution;
import io.pliant.imp.testkit.FakeJob;
import io.pliant.imp.testkit.FakeScheduler;
import io.pliant.imp.testkit.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A job from 1 to 32 nodes and back, one node at a time (figure 5 of seed 000), under the testkit:
 * tasks are threads of one JVM, sockets and connections are real. Each adaptation is split into the
 * start of the task that joins (thread, connection, hello), the protocol (offer, rendezvous,
 * window, commit), the turn of the program that was running, and the redistribution of a matrix by
 * rows.
 */
public final class WindowCost {
  private static final int MOST = 32;

  private final int side;
  private final Map<Integer, Marks> marks = new ConcurrentHashMap<>();
  private volatile boolean stop;

  private WindowCost(int side) {
    this.side = side;
  }

  /** When the tasks of an adaptation were where: the latest of each, in nanoseconds. */
  private static final class Marks {
    private long joins;
    private long stopped;
    private long opened;
    private long moved;
    private long committed;

    synchronized void window(long stop, long open, long move, long commit) {
      stopped = Math.max(stopped, stop);
      opened = Math.max(opened, open);
      moved = Math.max(moved, move);
      committed = Math.max(committed, commit);
    }

    synchronized void joins(long now) {
      joins = Math.max(joins, now);
    }
  }

  private void run(Imp imp) {
    boolean enter = imp.status() == LocalStatus.JOINING;
    double[] mine =
        enter
            ? new double[0]
            : new double[new Block(side, imp.world().size()).count(imp.world().rank()) * side];
    while (true) {
      if (enter || imp.probe()) {
        mine = adapt(imp, mine, enter);
        enter = false;
        if (!imp.isMember()) {
          return;
        }
      }
      if (imp.world().allreduce(stop ? 1L : 0L, ReduceOp.MAX) == 1) {
        return;
      }
    }
  }

  private double[] adapt(Imp imp, double[] mine, boolean joining) {
    long stopped = System.nanoTime();
    try (Window window = imp.begin()) {
      long opened = System.nanoTime();
      double[] moved =
          Redistribution.move(
              window,
              mine,
              Distribution.rows(new Block(side, window.oldSize()), side),
              Distribution.rows(new Block(side, window.newSize()), side));
      long done = System.nanoTime();
      int id = window.adaptation();
      boolean right = window.commit() == Outcome.COMMITTED;
      long committed = System.nanoTime();
      Marks of = marks.computeIfAbsent(id, n -> new Marks());
      if (joining) {
        of.joins(stopped);
      } else {
        of.window(stopped, opened, done, committed);
      }
      return right ? moved : mine;
    }
  }

  private record Cost(double start, double stop, double window, double move, double commit) {
    double all() {
      return start + stop + window + move + commit;
    }

    double protocol() {
      return stop + window + commit;
    }
  }

  private static Cost cost(long offered, Marks marks) {
    long started = Math.max(offered, marks.joins);
    long stopped = Math.max(started, marks.stopped);
    return new Cost(
        (started - offered) / 1e6,
        (stopped - started) / 1e6,
        (marks.opened - stopped) / 1e6,
        (marks.moved - marks.opened) / 1e6,
        (marks.committed - marks.moved) / 1e6);
  }

  /** Arguments: points along an edge of the matrix of doubles, cycles. */
  public static void main(String[] arguments) throws Exception {
    int side = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
    int cycles = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    Map<Integer, List<Cost>> up = new TreeMap<>();
    Map<Integer, List<Cost>> down = new TreeMap<>();
    for (int cycle = 0; cycle <= cycles; cycle++) {
      new WindowCost(side)
          .cycle(cycle == 0 ? new TreeMap<>() : up, cycle == 0 ? new TreeMap<>() : down);
    }
    System.out.printf(
        "matrix of %d x %d doubles, median (largest) of %d cycles, milliseconds%n",
        side, side, cycles);
    System.out.println("| to | all | task start | protocol | of it: stop, window, commit | data |");
    System.out.println("|---|---:|---:|---:|---|---:|");
    up.forEach((size, costs) -> print(size - 1 + " -> " + size, costs));
    down.forEach((size, costs) -> print(size + 1 + " -> " + size, costs));
  }

  private void cycle(Map<Integer, List<Cost>> up, Map<Integer, List<Cost>> down)
      throws java.io.IOException, InterruptedException, ExecutionException, TimeoutException {
    FakeJob job = FakeJob.of(this::run, 1).between(1, MOST);
    try (FakeScheduler scheduler = FakeScheduler.start(job)) {
      for (int i = 2; i < 2 * MOST; i++) {
        long offered = System.nanoTime();
        boolean growing = i <= MOST;
        Report report =
            (growing ? scheduler.expand(1) : scheduler.shrink(1)).get(60, TimeUnit.SECONDS);
        Marks seen = seen(report.adaptation(), offered);
        (growing ? up : down)
            .computeIfAbsent(report.size(), n -> new ArrayList<>())
            .add(cost(offered, seen));
      }
      stop = true;
      scheduler.awaitEnd(Duration.ofSeconds(60));
    }
  }

  /** What was seen once all that stay have gone on, so that all have noted their times. */
  private Marks seen(int adaptation, long since) throws InterruptedException {
    long end = since + TimeUnit.SECONDS.toNanos(60);
    while (!marks.containsKey(adaptation) && System.nanoTime() < end) {
      Thread.sleep(1);
    }
    Thread.sleep(20); // the others note theirs; nothing is measured meanwhile
    return java.util.Objects.requireNonNull(marks.get(adaptation));
  }

  private static void print(String name, List<Cost> costs) {
    System.out.printf(
        "| %s | %s | %s | %s | %s, %s, %s | %s |%n",
        name,
        middle(costs, Cost::all),
        middle(costs, Cost::start),
        middle(costs, Cost::protocol),
        middle(costs, Cost::stop),
        middle(costs, Cost::window),
        middle(costs, Cost::commit),
        middle(costs, Cost::move));
  }

  private static String middle(List<Cost> costs, java.util.function.ToDoubleFunction<Cost> part) {
    double[] values = costs.stream().mapToDouble(part).toArray();
    Arrays.sort(values);
    return String.format("%.1f (%.1f)", values[values.length / 2], values[values.length - 1]);
  }
}

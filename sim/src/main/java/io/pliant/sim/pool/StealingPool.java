package io.pliant.sim.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Random stealing as in Slurm++ (seed 002, algorithm 2): the first job of a partition takes what is
 * free at home, then what random others have free, by compare-and-swap on their counts, and keeps
 * it while it looks further. After some looks in vain everything is released and it begins again.
 * The seed gives neither the pause nor the number of looks; ours are {@value #LOOKS} and 10 ms.
 */
final class StealingPool implements PoolStrategy {
  private static final int LOOKS = 10;
  private static final long PAUSE = 10_000;

  private final PoolShape shape;
  private final PoolClock clock;
  private final PoolRecord jobs;
  private final SplittableRandom random;
  private final int[] free;
  private final List<ArrayDeque<PoolJob>> queues = new ArrayList<>();
  private final boolean[] busy;

  /** One job that looks for nodes. */
  private final class Hunt {
    final PoolJob job;
    final TreeMap<Integer, Integer> held = new TreeMap<>();

    /** Kept while it looks; its job does not run on them yet. */
    int nodes;

    int looks;
    long since;

    Hunt(PoolJob job) {
      this.job = job;
    }

    void take(int partition, int count) {
      account();
      free[partition] -= count;
      nodes += count;
      held.merge(partition, count, Integer::sum);
    }

    void account() {
      jobs.held(nodes, clock.now() - since);
      since = clock.now();
    }
  }

  StealingPool(PoolShape shape, PoolClock clock, PoolRecord jobs, long seed) {
    this.shape = shape;
    this.clock = clock;
    this.jobs = jobs;
    this.random = new SplittableRandom(seed);
    this.free = new int[shape.partitions()];
    this.busy = new boolean[shape.partitions()];
    for (int i = 0; i < shape.partitions(); i++) {
      free[i] = shape.nodes();
      queues.add(new ArrayDeque<>());
    }
  }

  @Override
  public void submit(PoolJob job) {
    clock.work(
        job.home(),
        shape.job(),
        () -> {
          clock.wrote();
          queues.get(job.home()).add(job);
          next(job.home());
        });
  }

  @Override
  public void checkEnd() {
    for (int nodes : free) {
      if (nodes != shape.nodes()) {
        throw new IllegalStateException(
            "Expected %d free nodes in each partition, but found %d."
                .formatted(shape.nodes(), nodes));
      }
    }
  }

  private void next(int partition) {
    PoolJob job = queues.get(partition).peek();
    if (job != null && !busy[partition]) {
      busy[partition] = true;
      begin(new Hunt(job));
    }
  }

  private void begin(Hunt hunt) {
    hunt.looks = 0;
    hunt.since = clock.now();
    int home = hunt.job.home();
    hunt.take(home, Math.min(free[home], hunt.job.nodes()));
    further(hunt);
  }

  private void further(Hunt hunt) {
    int home = hunt.job.home();
    if (hunt.nodes == hunt.job.nodes()) {
      start(hunt);
    } else if (hunt.looks >= LOOKS || shape.partitions() == 1) {
      jobs.failed();
      release(hunt);
      clock.at(clock.now() + PAUSE, () -> begin(hunt));
    } else {
      int other = random.nextInt(shape.partitions() - 1);
      int victim = other < home ? other : other + 1;
      ask(
          home,
          victim,
          () -> {
            int seen = free[victim];
            return () -> seen(hunt, victim, seen);
          });
    }
  }

  private void seen(Hunt hunt, int victim, int seen) {
    int home = hunt.job.home();
    if (seen == 0) {
      hunt.looks++;
      clock.at(clock.now() + PAUSE, () -> further(hunt));
      return;
    }
    int share = Math.min(seen, hunt.job.nodes() - hunt.nodes);
    ask(
        home,
        victim,
        () -> {
          if (free[victim] == seen) {
            hunt.take(victim, share);
            return () -> further(hunt);
          }
          int current = free[victim]; // the swap tells it
          return () -> seen(hunt, victim, current);
        });
  }

  /** A question to another partition, and what its answer does here. */
  private void ask(int from, int to, java.util.function.Supplier<Runnable> question) {
    clock.send(
        from,
        to,
        () -> {
          Runnable answer = question.get();
          clock.send(to, from, answer);
        });
  }

  private void release(Hunt hunt) {
    hunt.account();
    hunt.nodes = 0;
    Map<Integer, Integer> all = new TreeMap<>(hunt.held);
    hunt.held.clear();
    all.forEach((partition, count) -> giveBack(hunt.job.home(), partition, count));
  }

  /** A look at the count, then the swap. */
  private void giveBack(int home, int partition, int count) {
    if (partition == home) {
      free[home] += count;
      return;
    }
    ask(
        home,
        partition,
        () ->
            () ->
                ask(
                    home,
                    partition,
                    () -> {
                      free[partition] += count;
                      return () -> {};
                    }));
  }

  private void start(Hunt hunt) {
    PoolJob job = hunt.job;
    hunt.account();
    hunt.nodes = 0;
    clock.wrote();
    jobs.started(job, clock.now());
    queues.get(job.home()).poll();
    busy[job.home()] = false;
    clock.at(
        clock.now() + job.run(),
        () -> {
          clock.wrote();
          jobs.ended(job, clock.now());
          release(hunt);
          next(job.home());
        });
    next(job.home());
  }
}

package io.pliant.sim.pool;

import java.util.Arrays;
import java.util.List;

/**
 * One simulated run of a pool. Times are seconds.
 *
 * @param finished jobs that ended before the bound on messages
 * @param makespan from the first submission to the last end
 * @param messages between partitions, for each job
 * @param writes to journals, for each job
 * @param failures collections, or rounds of looks, in vain
 * @param held node-seconds that were kept for jobs that did not run on them yet
 * @param used node-seconds of jobs
 * @param waits of all jobs
 * @param wide wait of those jobs that need more nodes than their home has
 */
public record PoolRun(
    int jobs,
    int finished,
    double makespan,
    double messages,
    double writes,
    int failures,
    double held,
    double used,
    Waits waits,
    Waits wide) {
  private static final double MICROS = 1e6;
  private static final long MOST_MESSAGES = 20_000_000;

  /** Waiting times; NaN where there are no jobs. */
  public record Waits(int jobs, double mean, double p50, double p99, double longest) {
    static Waits of(double[] waits) {
      double[] sorted = waits.clone();
      Arrays.sort(sorted);
      return new Waits(
          sorted.length,
          Arrays.stream(sorted).average().orElse(Double.NaN),
          at(sorted, 0.5),
          at(sorted, 0.99),
          at(sorted, 1));
    }

    private static double at(double[] sorted, double share) {
      return sorted.length == 0
          ? Double.NaN
          : sorted[Math.min(sorted.length - 1, (int) (share * sorted.length))];
    }
  }

  /** How jobs find nodes. */
  public enum Way {
    LEASES,
    STEALING,
    CENTRAL;

    /** The machine as this way sees it. */
    PoolShape shape(PoolShape shape) {
      return this == CENTRAL ? shape.central() : shape;
    }

    private PoolStrategy strategy(PoolShape shape, PoolClock clock, PoolRecord jobs, long seed) {
      return this == STEALING
          ? new StealingPool(shape, clock, jobs, seed)
          : new LeasingPool(shape, clock, jobs, seed);
    }
  }

  /** Simulates jobs to their ends; all nodes are where they belong then. */
  public static PoolRun of(Way way, PoolShape machine, List<PoolJob> jobs, long seed) {
    return summary(record(way, machine, jobs, seed), machine);
  }

  /** What happened, and how much was said and written. */
  record Happened(PoolRecord jobs, long messages, long writes) {}

  static Happened record(Way way, PoolShape machine, List<PoolJob> jobs, long seed) {
    PoolShape shape = way.shape(machine);
    PoolClock clock = new PoolClock(shape);
    List<PoolJob> homed =
        way == Way.CENTRAL
            ? jobs.stream()
                .map(job ->
                    new PoolJob(job.id(), 0, job.nodes(), job.submit(), job.run(), job.limit()))
                .toList()
            : jobs;
    PoolRecord record = new PoolRecord(homed);
    PoolStrategy strategy = way.strategy(shape, clock, record, seed);
    homed.forEach(job -> clock.at(job.submit(), () -> strategy.submit(job)));
    clock.run(MOST_MESSAGES);
    if (clock.messages() < MOST_MESSAGES) {
      strategy.checkEnd();
    }
    return new Happened(record, clock.messages(), clock.writes());
  }

  private static PoolRun summary(Happened happened, PoolShape machine) {
    PoolRecord record = happened.jobs();
    List<PoolJob> ended = record.jobs().stream().filter(job -> record.end(job) >= 0).toList();
    double last = ended.stream().mapToLong(record::end).max().orElse(0);
    double first = record.jobs().stream().mapToLong(PoolJob::submit).min().orElse(0);
    return new PoolRun(
        record.jobs().size(),
        ended.size(),
        (last - first) / MICROS,
        (double) happened.messages() / record.jobs().size(),
        (double) happened.writes() / record.jobs().size(),
        record.failures(),
        record.heldNodeMicros() / MICROS,
        ended.stream().mapToDouble(job -> job.nodes() * (double) job.run()).sum() / MICROS,
        Waits.of(waits(record, ended, 0)),
        Waits.of(waits(record, ended, machine.nodes())));
  }

  private static double[] waits(PoolRecord record, List<PoolJob> jobs, int above) {
    return jobs.stream()
        .filter(job -> job.nodes() > above)
        .mapToDouble(job -> (record.start(job) - job.submit()) / MICROS)
        .toArray();
  }
}

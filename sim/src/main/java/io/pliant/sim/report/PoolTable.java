package io.pliant.sim.report;

import io.pliant.sim.pool.PoolRun;
import io.pliant.sim.pool.PoolShape;
import io.pliant.sim.pool.PoolWorkload;
import java.util.Locale;

/** Runs of a pool as a table, or a line of JSON each. */
public final class PoolTable {
  private PoolTable() {}

  /** What was simulated, and the names of the columns. */
  public static String header(PoolShape shape, int jobs) {
    return String.format(
        Locale.ROOT,
        "%d partitions of %d nodes, %d controllers, %d jobs of each partition%n%n%s%n%s%n",
        shape.partitions(),
        shape.nodes(),
        shape.controllers(),
        jobs,
        "                      jobs         messages  writes               wait, s                wait of wide jobs, s    nodes",
        "workload  way        ended  jobs/s    a job   a job   in vain      mean      p99  longest   number    mean  longest   held %");
  }

  /** A line. */
  public static String row(PoolWorkload workload, PoolRun.Way way, PoolRun run) {
    return String.format(
        Locale.ROOT,
        "%-9s %-9s %7d %7.2f %7.1f %7.1f %9d %9.2f %8.2f %8.2f  %s %8.2f%n",
        name(workload),
        name(way),
        run.finished(),
        run.finished() / run.makespan(),
        run.messages(),
        run.writes(),
        run.failures(),
        run.waits().mean(),
        run.waits().p99(),
        run.waits().longest(),
        wide(run.wide()),
        100 * run.held() / Math.max(1e-9, run.held() + run.used()));
  }

  private static String wide(PoolRun.Waits waits) {
    return waits.jobs() == 0
        ? "%7d %7s %8s".formatted(0, "-", "-")
        : String.format(
            Locale.ROOT, "%7d %7.2f %8.2f", waits.jobs(), waits.mean(), waits.longest());
  }

  /** A line of JSON; times are seconds. */
  public static String json(PoolWorkload workload, PoolRun.Way way, PoolRun run) {
    return String.format(
        Locale.ROOT,
        "{\"workload\":\"%s\",\"way\":\"%s\",\"jobs\":%d,\"finished\":%d,\"makespan\":%.6f,\"messagesPerJob\":%.3f,\"writesPerJob\":%.3f,\"inVain\":%d,\"heldNodeSeconds\":%.3f,\"usedNodeSeconds\":%.3f,\"wait\":%s,\"wide\":%s}%n",
        name(workload),
        name(way),
        run.jobs(),
        run.finished(),
        run.makespan(),
        run.messages(),
        run.writes(),
        run.failures(),
        run.held(),
        run.used(),
        waits(run.waits()),
        waits(run.wide()));
  }

  private static String waits(PoolRun.Waits waits) {
    return waits.jobs() == 0
        ? "{\"jobs\":0}"
        : String.format(
            Locale.ROOT,
            "{\"jobs\":%d,\"mean\":%.6f,\"p50\":%.6f,\"p99\":%.6f,\"longest\":%.6f}",
            waits.jobs(),
            waits.mean(),
            waits.p50(),
            waits.p99(),
            waits.longest());
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

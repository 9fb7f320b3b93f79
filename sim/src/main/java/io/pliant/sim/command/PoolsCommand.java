package io.pliant.sim.command;

import io.pliant.sim.pool.PoolRun;
import io.pliant.sim.pool.PoolShape;
import io.pliant.sim.pool.PoolWorkload;
import io.pliant.sim.report.PoolTable;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Partitions that lend each other nodes, beside random stealing and one central partition. */
@Command(
    name = "pools",
    description =
        "Run jobs on a pool of partitions that lend each other nodes by leases; beside random stealing as in Slurm++ and one central partition.",
    footer = {
      "",
      "What a message, a job and the latency cost are assumptions; give those that you measured.",
      "",
      "Examples:",
      "  the three workloads of Slurm++ on its 500 nodes, and one with a heavy tail:",
      "    pliant sim pools",
      "  a machine of 65 536 nodes:",
      "    pliant sim pools --partitions 1024 --nodes 64 --controllers 1024 --workload heavy"
    })
final class PoolsCommand implements Callable<Integer> {
  private static final long MILLION = 1_000_000;
  private static final int MOST_JOBS = 10_000_000;

  private final PrintStream out;

  @Option(names = "--partitions", paramLabel = "N", description = "Partitions (${DEFAULT-VALUE}).")
  private int partitions = 10;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes of each (${DEFAULT-VALUE}).")
  private int nodes = 50;

  @Option(
      names = "--controllers",
      paramLabel = "N",
      description = "Controllers that the partitions share (one each). The central one has one.")
  private int controllers;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "${COMPLETION-CANDIDATES}; all by default.")
  private List<PoolWorkload> workloads = List.of();

  @Option(
      names = "--way",
      paramLabel = "NAME",
      description = "${COMPLETION-CANDIDATES}; all by default.")
  private List<PoolRun.Way> ways = List.of();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs of each partition (${DEFAULT-VALUE}).")
  private int jobs = 50;

  @Option(
      names = "--latency-us",
      paramLabel = "N",
      description = "Microseconds of a message on its way (${DEFAULT-VALUE}).")
  private long latency = 300;

  @Option(
      names = "--message-us",
      paramLabel = "N",
      description = "Microseconds of a controller for a message (${DEFAULT-VALUE}).")
  private long message = 100;

  @Option(
      names = "--job-us",
      paramLabel = "N",
      description =
          "Microseconds of a controller for a job without messages (${DEFAULT-VALUE}, as measured in docs/results/cost.md).")
  private long job = 4700;

  @Option(
      names = "--run-us",
      paramLabel = "N",
      description =
          "Microseconds that a job holds its nodes at least, as to launch 'sleep 0' (${DEFAULT-VALUE}).")
  private long run = 50_000;

  @Option(
      names = "--hints-us",
      paramLabel = "N",
      description = "How old hints of free nodes may be in microseconds (${DEFAULT-VALUE}).")
  private long hints = MILLION;

  @Option(names = "--seed", paramLabel = "N", description = "Seed (${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--json", description = "Print JSON, a line for each run.")
  private boolean json;

  @Option(names = "--help", usageHelp = true, description = "Show this help.")
  private boolean help;

  PoolsCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    PoolShape shape = shape();
    if (!json) {
      out.print(PoolTable.header(shape, jobs));
    }
    for (PoolWorkload workload : workloads.isEmpty() ? List.of(PoolWorkload.values()) : workloads) {
      for (PoolRun.Way way : ways.isEmpty() ? List.of(PoolRun.Way.values()) : ways) {
        PoolRun result = PoolRun.of(way, shape, workload.jobs(shape, jobs, run, seed), seed);
        out.print(
            json ? PoolTable.json(workload, way, result) : PoolTable.row(workload, way, result));
        out.flush();
      }
    }
    return 0;
  }

  private PoolShape shape() {
    try {
      if (run < 0 || run > PoolShape.HOUR) {
        throw new IllegalArgumentException(
            "Expected --run-us from 0 to %d, but got %d.".formatted(PoolShape.HOUR, run));
      }
      if (jobs < 1 || (long) jobs * partitions > MOST_JOBS) {
        throw new IllegalArgumentException(
            "Expected 1 to %d jobs in all, but got %d for each of %d partitions."
                .formatted(MOST_JOBS, jobs, partitions));
      }
      return new PoolShape(
          partitions,
          nodes,
          controllers == 0 ? partitions : controllers,
          latency,
          message,
          job,
          hints);
    } catch (IllegalArgumentException e) {
      throw SimFailure.misuse(String.valueOf(e.getMessage()));
    }
  }
}

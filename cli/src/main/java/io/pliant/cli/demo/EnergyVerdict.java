package io.pliant.cli.demo;

import io.pliant.api.EnergyEntry;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.NodeEnergy;
import io.pliant.api.NodeEntry;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.terminal.Terminal;
import io.pliant.cli.terminal.Terminal.Style;
import java.util.List;

/**
 * Whether the energy accounts of jobs and nodes agree with what the nodes' meters counted; all in
 * joules.
 *
 * @param metered what the meters of all nodes counted
 * @param jobs sum of the accounts of all jobs, each asked for by itself
 * @param heat the part of the job that changes size
 * @param idle counted while no job held the node
 * @param unaccounted counted of a time of which the jobs were not known any more
 * @param open jobs whose accounts were not complete in time
 */
record EnergyVerdict(
    double metered, double jobs, double heat, double idle, double unaccounted, int open) {
  /** Most that the sums may differ from the meters, as a part of what these counted. */
  private static final double TOLERANCE = 0.01;

  private static final long SETTLE_NANOS = 30_000_000_000L;
  private static final long PAUSE_MILLIS = 250;

  /**
   * Asks for the accounts until those of all jobs are complete, which is seconds after their end.
   */
  static EnergyVerdict of(List<JobProgress> jobs, Controllers controllers)
      throws InterruptedException {
    long end = System.nanoTime() + SETTLE_NANOS;
    EnergyVerdict now = ask(jobs, controllers);
    while (now.open > 0 && System.nanoTime() < end) {
      Thread.sleep(PAUSE_MILLIS);
      now = ask(jobs, controllers);
    }
    return now;
  }

  private static EnergyVerdict ask(List<JobProgress> jobs, Controllers controllers) {
    double ofJobs = 0;
    double heat = 0;
    int open = 0;
    for (JobProgress job : jobs) {
      if (job.startedAt() == null) {
        continue;
      }
      Target target = Target.of("jobs", Long.toString(job.id()), "energy");
      JobEnergyEntry account =
          controllers.one(Request.get(target.toString()), JobEnergyEntry.class);
      EnergyEntry total = account.total();
      double joules = total == null ? 0 : total.joules();
      ofJobs += joules;
      heat += job.job().isMalleable() ? joules : 0;
      open += account.complete() ? 0 : 1;
    }
    double metered = 0;
    double idle = 0;
    double unaccounted = 0;
    Request nodes = Request.get(Target.of("nodes").toString());
    for (NodeEntry node : controllers.list(nodes, NodeEntry.class)) {
      NodeEnergy energy = node.energy();
      if (energy != null) {
        metered += energy.meteredJoules();
        idle += energy.idleJoules();
        unaccounted += energy.unaccountedJoules();
      }
    }
    return new EnergyVerdict(metered, ofJobs, heat, idle, unaccounted, open);
  }

  /** Difference of the sums from the meters, as a part of what the meters counted. */
  double error() {
    return metered == 0 ? 1 : Math.abs(jobs + idle + unaccounted - metered) / metered;
  }

  boolean right() {
    return open == 0 && error() <= TOLERANCE;
  }

  void print(Terminal terminal) {
    terminal.out().println();
    terminal
        .out()
        .println(
            ("Energy (emulated meters of %.0f W, %.0f W under a job): %.1f kJ metered"
                    + " = jobs %.1f + idle %.1f + unaccounted %.1f kJ; heat had %.1f.")
                .formatted(
                    DemoCommand.IDLE_WATTS,
                    DemoCommand.BUSY_WATTS,
                    metered / 1000,
                    jobs / 1000,
                    idle / 1000,
                    unaccounted / 1000,
                    heat / 1000));
    String sums =
        open > 0
            ? "THE ACCOUNTS of %d jobs are not complete.".formatted(open)
            : "The accounts of jobs and nodes %s with the meters: they differ by %.4f %%."
                .formatted(right() ? "agree" : "DO NOT AGREE", error() * 100);
    terminal.out().println(terminal.styled(right() ? Style.GOOD : Style.BAD, sums));
  }
}

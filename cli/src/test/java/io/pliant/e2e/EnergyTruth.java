package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;

/**
 * What emulated meters must have counted by the times at which tasks ran, beside what the energy
 * accounts say.
 *
 * @param idleWatts of a node without tasks
 * @param busyWatts of a node with tasks, whose nodes no other job shares
 */
record EnergyTruth(double idleWatts, double busyWatts) {
  private static final Percentage ERROR = Percentage.withPercentage(1);
  private static final Percentage EXACT = Percentage.withPercentage(1e-6);

  /** Expects that the accounts of these jobs, which are over, and of all nodes are right. */
  void check(RunningCluster cluster, List<Long> jobs) {
    Map<String, List<Run>> runs = new TreeMap<>();
    double ofJobs = 0;
    for (long job : jobs) {
      Map<String, List<Run>> own = new TreeMap<>();
      for (Json step : cluster.get("/v1/jobs/" + job).get("steps").list()) {
        Run run = new Run(step.get("startedAt").instant(), step.get("endedAt").instant());
        step.get("nodes")
            .list()
            .forEach(node -> own.computeIfAbsent(node.text(), _ -> new ArrayList<>()).add(run));
      }
      Json account = cluster.get("/v1/jobs/" + job + "/energy").get("total");
      double busy = own.values().stream().mapToDouble(EnergyTruth::seconds).sum();
      double joules = account.get("joules").decimal();
      assertThat(joules)
          .as("joules of job %d, %.3f s with tasks: %s", job, busy, account)
          .isCloseTo(joules(account.get("measuredSeconds").decimal(), busy), ERROR);
      ofJobs += joules;
      own.forEach((node, some) -> runs.computeIfAbsent(node, _ -> new ArrayList<>()).addAll(some));
    }
    double metered = 0;
    double expected = 0;
    double rest = 0;
    for (Json node : cluster.get("/v1/nodes").list()) {
      Json energy = node.get("energy");
      Run counted = new Run(energy.get("since").instant(), energy.get("until").instant());
      expected +=
          joules(
              counted.seconds() - energy.get("gapSeconds").decimal(),
              seconds(runs.getOrDefault(node.get("node").text(), List.of())));
      metered += energy.get("meteredJoules").decimal();
      rest += energy.get("idleJoules").decimal() + energy.get("unaccountedJoules").decimal();
    }
    assertThat(metered).as("joules of all meters").isCloseTo(expected, ERROR);
    assertThat(ofJobs + rest).as("jobs, idle and unaccounted").isCloseTo(metered, EXACT);
  }

  private double joules(double seconds, double busySeconds) {
    return idleWatts * seconds + (busyWatts - idleWatts) * busySeconds;
  }

  /** Seconds in which at least one of them ran. */
  private static double seconds(List<Run> runs) {
    double seconds = 0;
    Instant until = Instant.MIN;
    for (Run run : runs.stream().sorted(Comparator.comparing(Run::from)).toList()) {
      Instant from = run.from.isAfter(until) ? run.from : until;
      if (run.to.isAfter(from)) {
        seconds += new Run(from, run.to).seconds();
        until = run.to;
      }
    }
    return seconds;
  }

  private record Run(Instant from, Instant to) {
    double seconds() {
      return Duration.between(from, to).toNanos() / 1e9;
    }
  }
}

package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.data.Percentage;

/**
 * What emulated meters must have counted by the marks that programs leave when they begin and end,
 * beside what the energy accounts say.
 *
 * @param folder for the script that runs a program between two marks, and for the marks
 */
record EnergyTruth(Path folder) {
  private static final double IDLE_WATTS = 71;
  private static final double BUSY_WATTS = 200;

  /** Options of {@code pliant up}: nodes with emulated meters. */
  static final String[] METERS = {
    "--set", "node.power.sensor=emulated",
    "--set", "node.power.emulated.idle=" + IDLE_WATTS,
    "--set", "node.power.emulated.busy=" + BUSY_WATTS
  };

  private static final double ERROR = 0.01;

  /**
   * Seconds by which a node may be busy longer with a program than its marks say: it ends after the
   * second one. That takes 20 to 60 ms where nothing else runs, and several times that beside other
   * tests on two slow processors.
   */
  private static final double AROUND = 0.3;

  private static final Percentage EXACT = Percentage.withPercentage(1e-6);

  /**
   * The script before a command that leaves marks: when the kernel made its process, and when the
   * command has ended. They need no process of their own.
   */
  String marked() throws IOException {
    Path script = folder.resolve("marked.sh");
    if (!Files.exists(script)) {
      Files.writeString(
          script,
          """
          #!/bin/bash
          mark() { echo "$SLURM_JOB_ID $SLURMD_NODENAME $$ $1" >> %s; }
          now=${EPOCHREALTIME//[!0-9]/}
          read -r stat < /proc/$$/stat
          read -r up _ < /proc/uptime
          stat=(${stat##*) })
          mark $((now - (10#${up/./} - stat[19]) * 10000))000
          "$@"
          code=$?
          mark ${EPOCHREALTIME//[!0-9]/}000
          exit $code
          """
              .formatted(marks()));
    }
    return "bash " + script;
  }

  /** Expects that the accounts of these jobs, which are over, and of all nodes are right. */
  void check(RunningCluster cluster, List<Long> jobs) throws IOException {
    List<Run> runs = runs();
    double ofJobs = 0;
    double expected = 0;
    for (long job : jobs) {
      Json account = cluster.get("/v1/jobs/" + job + "/energy").get("total");
      double busy = busySeconds(runs.stream().filter(run -> run.job == job).toList());
      expected += joules(account.get("measuredSeconds").decimal(), busy);
      ofJobs += account.get("joules").decimal();
    }
    assertThat(ofJobs).as("joules of all jobs").satisfies(near(expected, runs));
    double metered = 0;
    double rest = 0;
    double seconds = 0;
    for (Json node : cluster.get("/v1/nodes").list()) {
      Json energy = node.get("energy");
      metered += energy.get("meteredJoules").decimal();
      rest += energy.get("idleJoules").decimal() + energy.get("unaccountedJoules").decimal();
      Instant since = energy.get("since").instant();
      Instant until = energy.get("until").instant();
      seconds += Duration.between(since, until).toNanos() / 1e9;
      seconds -= energy.get("gapSeconds").decimal();
    }
    double truth = joules(seconds, busySeconds(runs));
    assertThat(metered).as("joules of all meters").satisfies(near(truth, runs));
    assertThat(ofJobs + rest).as("jobs, idle and unaccounted").isCloseTo(metered, EXACT);
  }

  private Path marks() {
    return folder.resolve("marks");
  }

  private List<Run> runs() throws IOException {
    Map<String, Long> begun = new HashMap<>();
    List<Run> runs = new ArrayList<>();
    for (String line : Files.readAllLines(marks())) {
      String[] words = line.split(" ");
      long nanos = Long.parseLong(words[3]);
      Long from = begun.remove(words[2]);
      if (from == null) {
        begun.put(words[2], nanos);
      } else {
        runs.add(new Run(Long.parseLong(words[0]), words[1], from, nanos));
      }
    }
    assertThat(begun).as("programs without an end").isEmpty();
    return runs;
  }

  /** Less than the truth by the error at most; more by what is around the marks, too. */
  private static Consumer<Double> near(double truth, List<Run> runs) {
    double error = ERROR * truth;
    double around = joules(0, AROUND * runs.size());
    return joules -> assertThat(joules).isBetween(truth - error, truth + error + around);
  }

  private static double joules(double seconds, double busySeconds) {
    return IDLE_WATTS * seconds + (BUSY_WATTS - IDLE_WATTS) * busySeconds;
  }

  /** Node time in which at least one of them ran. */
  private static double busySeconds(List<Run> runs) {
    Map<String, Long> until = new HashMap<>();
    long nanos = 0;
    for (Run run : runs.stream().sorted(Comparator.comparing(Run::from)).toList()) {
      long counted = until.getOrDefault(run.node, 0L);
      nanos += Math.max(0, run.to - Math.max(run.from, counted));
      until.put(run.node, Math.max(run.to, counted));
    }
    return nanos / 1e9;
  }

  /** A program between its marks, in nanoseconds since the epoch. */
  private record Run(long job, String node, long from, long to) {}
}

package io.pliant.e2e;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A user's bash with the commands of Slurm on its path and {@code ./pliant} as {@code $PLIANT}.
 *
 * @param pliant whose cluster they ask
 * @param work folder in which scripts run
 * @param patience for one script, and for what is waited for
 */
record SlurmShell(PliantCommand pliant, Path work, Duration patience) {
  /** Runs a script, whatever becomes of it. */
  PliantCommand.Result bash(String script) {
    Path root = PliantCommand.root();
    PliantCommand shell =
        new PliantCommand(
            List.of(),
            Path.of("/bin/bash"),
            pliant.clusterFolder(),
            work,
            Map.of(
                "PATH",
                root.resolve("libexec/slurm") + ":" + System.getenv("PATH"),
                "PLIANT_HOME",
                pliant.clusterFolder().toString(),
                "PLIANT",
                root.resolve("pliant").toString()));
    return shell.plain(patience, "-c", script);
  }

  /** What a script writes that is to exit with 0. */
  String said(String script) {
    return bash(script).expectSuccess();
  }

  /** Waits until a script writes these words and nothing else. */
  void awaitSaid(String script, String words) {
    RunningCluster.await(
        "'%s' to say '%s'".formatted(script, oneLine(words)),
        patience,
        () -> said(script).equals(words),
        () ->
            "it says '%s'; the queue: %s; the nodes: %s"
                .formatted(
                    oneLine(bash(script).out()),
                    oneLine(bash("squeue -h -o '%i %t %D %r'").out()),
                    oneLine(bash("sinfo -h -N -o '%N %t'").out())));
  }

  /** A report shows the first line of what failed, so that has it all. */
  private static String oneLine(String text) {
    return text.strip().replace("\n", " | ");
  }

  /** Kills all controllers at once and starts them again. */
  void killTheControllers() {
    RunningCluster cluster = new RunningCluster(pliant.clusterFolder());
    for (var controller : cluster.record().controllers()) {
      RunningCluster.kill(controller.pid());
    }
    pliant.run(Duration.ofSeconds(240), "up", List.of()).expectSuccess();
  }
}

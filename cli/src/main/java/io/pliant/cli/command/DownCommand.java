package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.invocation.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Stops the cluster of this host. */
@Command(
    name = "down",
    description =
        "Stop the cluster of this host. What runs, runs on, and is found again by 'pliant up'.",
    footer = {
      "",
      "Examples:",
      "  pliant down",
      "  pliant cancel --me && pliant down      end my jobs first",
      "  pliant down --force                    kill at once; nothing acknowledged is lost"
    })
public final class DownCommand implements Callable<Integer> {
  /** For as long as another command may be at work: starting a cluster takes less. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "State folder of the cluster. Default: $PLIANT_HOME, else ~/.pliant.")
  private @Nullable Path dir;

  @Option(names = "--force", description = "Kill the processes instead of asking them to stop.")
  private boolean force;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "How long a process may take to stop before it is killed (15).")
  private int grace;

  public DownCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    StateFolder folder = StateFolder.locate(dir, context.environment());
    try (LocalCluster cluster =
        LocalCluster.open(
            folder, context.home(), ClusterAccess.requireRecord(folder), PATIENCE, this::waits)) {
      int stopped = cluster.stop(force ? Duration.ZERO : Duration.ofSeconds(grace));
      context
          .terminal()
          .out()
          .println(
              stopped == 0
                  ? "Nothing of the cluster in %s was running.".formatted(folder.path())
                  : "Stopped %d processes; the state stays in %s."
                      .formatted(stopped, folder.path()));
    }
    return 0;
  }

  private void waits() {
    context
        .terminal()
        .err()
        .println("pliant: waiting for another 'pliant up', 'down' or 'demo' to end ...");
  }
}

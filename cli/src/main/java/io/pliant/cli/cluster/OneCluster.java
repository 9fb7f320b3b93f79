package io.pliant.cli.cluster;

import io.pliant.cli.invocation.Context;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which Slurm's commands choose among clusters, of which there is one here. */
public final class OneCluster {
  @Option(
      names = {"-M", "--clusters", "--cluster"},
      paramLabel = "NAME",
      description =
          "The cluster that --dir or PLIANT_CONTROLLERS names, whatever its name: a note says so, unless it is 'all'.")
  private @Nullable String clusters;

  @Option(
      names = {"--allclusters", "--federation", "--local"},
      description = "The one cluster.")
  private boolean any;

  /** Tells the caller when he named a cluster. */
  public void check(Context context) {
    if (clusters != null && !clusters.equalsIgnoreCase("all")) {
      context
          .terminal()
          .note(
              "--clusters="
                  + clusters
                  + " is not looked at: the cluster is that of --dir or PLIANT_CONTROLLERS");
    }
  }
}

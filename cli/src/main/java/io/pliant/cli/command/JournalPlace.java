package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.ClusterRecord;
import io.pliant.cli.cluster.LocalCluster;
import io.pliant.cli.cluster.StateFolder;
import io.pliant.cli.invocation.Context;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which controllers' files are meant: those of a cluster that is down, or one by its file. */
final class JournalPlace {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "State folder of a cluster of this host. Default: $PLIANT_HOME, else ~/.pliant.")
  private @Nullable Path dir;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file of one controller, instead of --dir.")
  private @Nullable Path config;

  /** Runs the words with {@code --config} of each controller; stops at the first failure. */
  int each(Context context, List<String> words) {
    if (config != null) {
      return RuntimeProgram.run(context, with(words, JournalCommand.absolute(config)));
    }
    StateFolder folder = StateFolder.locate(dir, context.environment());
    ClusterRecord record = ClusterAccess.requireRecord(folder);
    try (LocalCluster cluster = LocalCluster.open(folder, context.home(), record)) {
      cluster.requireStopped();
      for (ClusterRecord.Controller controller : cluster.record().controllers()) {
        context.terminal().out().println(controller.name() + ":");
        context.terminal().out().flush();
        int code = RuntimeProgram.run(context, with(words, controller.config()));
        if (code != 0) {
          return code;
        }
      }
    }
    return 0;
  }

  private static List<String> with(List<String> words, String config) {
    List<String> all = new ArrayList<>(words);
    all.add("--config");
    all.add(config);
    return all;
  }
}

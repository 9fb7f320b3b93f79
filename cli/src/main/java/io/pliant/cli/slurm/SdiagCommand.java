package io.pliant.cli.slurm;

import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.cluster.OneCluster;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How scheduling goes, in the layout of Slurm's {@code sdiag}. */
@Command(
    name = "sdiag",
    description = {
      "Tell how scheduling goes as Slurm's sdiag does: jobs and rounds of all partitions.",
      "Numbers count since the partition's controller hosts it. What is not known is left out."
    },
    footer = {"", "Example:", "  sdiag"})
public final class SdiagCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-a", "--all"},
      description = "All that is known, as without it.")
  private boolean all;

  @Option(
      names = {"-r", "--reset"},
      description = "Refused: numbers begin anew only with another controller.")
  private boolean reset;

  @Option(
      names = {"-i", "--sort-by-id", "-t", "--sort-by-time", "-T", "--sort-by-time2"},
      description = "Refused: calls of clients are not counted.")
  private boolean sorted;

  @Mixin private OneCluster cluster = new OneCluster();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  public SdiagCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (reset) {
      throw CommandFailure.usage(
          "Expected no --reset: counts begin with the controller that hosts a partition. Ask twice and subtract.");
    }
    if (sorted) {
      throw CommandFailure.usage(
          "Expected no order of calls, but calls of clients are not counted. Leave out --sort-by-id, --sort-by-time and --sort-by-time2.");
    }
    cluster.check(context);
    String body = access.connect(context).text(Request.get(Target.of("partitions").toString()));
    if (access.json()) {
      context.terminal().out().println(body);
      return 0;
    }
    List<PartitionEntry> partitions = Answers.list(body, PartitionEntry.class);
    SchedulingText.of(partitions, Instant.now(), ZoneId.systemDefault())
        .forEach(context.terminal().out()::println);
    return 0;
  }
}

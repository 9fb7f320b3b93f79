package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.invocation.Context;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Closes nodes to new jobs. */
@Command(
    name = "drain",
    description = "Close nodes to new jobs; running ones go on. Operators only.",
    footer = {"", "Example:", "  pliant drain n[003-004] -r 'new memory on Monday'"})
public final class DrainCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(arity = "1..*", paramLabel = "NODES", description = "Nodes, as host lists.")
  private List<String> nodes = List.of();

  @Option(
      names = {"-r", "--reason"},
      paramLabel = "TEXT",
      required = true,
      description = "Why; shown to users.")
  private String reason = "";

  public DrainCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return NodeActions.drain(context, access, nodes, reason);
  }
}

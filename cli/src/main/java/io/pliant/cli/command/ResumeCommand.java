package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.invocation.Context;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens drained nodes. */
@Command(
    name = "resume",
    description = "Open drained nodes to new jobs. Operators only.",
    footer = {"", "Example:", "  pliant resume n[003-004]"})
public final class ResumeCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Parameters(arity = "1..*", paramLabel = "NODES", description = "Nodes, as host lists.")
  private List<String> nodes = List.of();

  public ResumeCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return NodeActions.each(context, access, nodes, "resume", null);
  }
}

package io.pliant.cli.command;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the nodes, by partition and state or one by one. */
@Command(
    name = "nodes",
    description = {
      "Show the nodes: by partition and state, or one by one with -l.",
      "With --remove, take nodes out of the cluster."
    },
    footer = {
      "",
      "Examples:",
      "  pliant nodes           a line for each partition and state",
      "  pliant nodes -l        a line for each node",
      "  pliant nodes -l -t down,drained",
      "  pliant nodes --remove n[003-004]   they are gone for good, operators only"
    })
public final class NodesCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = {"-l", "-N", "--long", "--Node"},
      description = "One line for each node.")
  private boolean each;

  @Option(
      names = {"-p", "--partition"},
      paramLabel = "NAME",
      description = "Only nodes of this partition.")
  private @Nullable String partition;

  @Option(
      names = {"-t", "--states"},
      paramLabel = "STATE,...",
      split = ",",
      hideParamSyntax = true,
      description =
          "Only nodes in these states: idle, reserved, mixed, allocated, down, drained, draining, or all.")
  private List<String> states = List.of();

  @Option(
      names = {"-h", "--noheader"},
      description = "Leave out the titles.")
  private boolean noHeader;

  @Option(
      names = "--remove",
      paramLabel = "NODES",
      description = {
        "Take these nodes, a host list, out of the cluster. Their certificates of until now are refused.",
        "Not done while jobs hold a part of them."
      })
  private @Nullable String remove;

  @Option(
      names = "--force",
      description = "With --remove: also when jobs run there. They lose the node.")
  private boolean force;

  private Set<String> meant = Set.of();

  public NodesCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (remove != null) {
      if (each || noHeader || partition != null || !states.isEmpty()) {
        throw CommandFailure.usage(
            "Expected --remove without -l, -p, -t and -h, but got one of them.");
      }
      return NodeActions.remove(context, access, remove, force);
    }
    if (force) {
      throw CommandFailure.usage("Expected --force only with --remove.");
    }
    meant = NodeStateWords.meant(states);
    Controllers controllers = access.connect(context);
    String body = controllers.text(Request.get(Target.of("nodes").toString()));
    Terminal terminal = context.terminal();
    if (access.json()) {
      terminal.out().println(body);
      return 0;
    }
    // a table escapes what is in its cells
    List<NodeEntry> nodes =
        Answers.exactList(body, NodeEntry.class).stream().filter(this::selected).toList();
    if (each) {
      terminal.print(NodeTables.each(nodes), !noHeader, NodeTables.styles(terminal, 2));
    } else {
      List<PartitionEntry> partitions =
          controllers.list(Request.get(Target.of("partitions").toString()), PartitionEntry.class);
      terminal.print(
          NodeTables.byState(shown(partitions), nodes), !noHeader, NodeTables.styles(terminal, 4));
    }
    return 0;
  }

  private List<PartitionEntry> shown(List<PartitionEntry> partitions) {
    return partitions.stream()
        .filter(p -> partition == null || partition.equals(p.partition().value()))
        .toList();
  }

  private boolean selected(NodeEntry node) {
    return (partition == null || partition.equals(node.partition().value()))
        && meant.contains(node.state());
  }
}

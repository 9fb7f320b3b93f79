package io.pliant.cli.command;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One change for each of several nodes. */
public final class NodeActions {
  private NodeActions() {}

  /** Posts to {@code /v1/nodes/NAME/verb} for each node; exit code 1 when any was refused. */
  public static int each(
      Context context,
      ClusterAccess access,
      List<String> hostLists,
      String verb,
      @Nullable String body) {
    List<NodeName> nodes = new ArrayList<>();
    for (String hostList : hostLists) {
      nodes.addAll(parse(hostList));
    }
    Controllers controllers = access.connect(context);
    int exitCode = 0;
    for (NodeName node : nodes) {
      try {
        String target = Target.of("nodes", node.value(), verb).toString();
        String answer = controllers.text(Request.post(target, body));
        if (access.json()) {
          context.terminal().out().println(answer);
        }
      } catch (ApiRefusal refusal) {
        context.terminal().note(node + ": " + refusal.getMessage());
        exitCode = CommandFailure.OPERATIONAL;
      }
    }
    return exitCode;
  }

  /** Closes each node to new jobs; exit code 1 when any was refused. */
  public static int drain(
      Context context, ClusterAccess access, List<String> hostLists, String reason) {
    return each(context, access, hostLists, "drain", Json.write(Map.of("reason", reason)));
  }

  /** Removes each node; exit code 1 when any was refused. */
  static int remove(Context context, ClusterAccess access, String hostList, boolean force) {
    List<NodeName> nodes = parse(hostList);
    Controllers controllers = access.connect(context);
    int exitCode = 0;
    for (NodeName node : nodes) {
      try {
        String target = Target.of("nodes", node.value()) + (force ? "?force=true" : "");
        String answer = controllers.text(Request.delete(target));
        context.terminal().out().println(access.json() ? answer : "Removed " + node + ".");
      } catch (ApiRefusal refusal) {
        context.terminal().note(node + ": " + refusal.getMessage());
        exitCode = CommandFailure.OPERATIONAL;
      }
    }
    return exitCode;
  }

  private static List<NodeName> parse(String hostList) {
    try {
      return Hostlist.expand(hostList);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }
}

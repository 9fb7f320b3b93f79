package io.pliant.cli.command;

import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import java.util.List;
import java.util.Locale;

/** How the size of a job has changed, a line for each adaptation. */
final class SizeHistory {
  private SizeHistory() {}

  static List<String> lines(Json changes) {
    return changes.list().stream().map(SizeHistory::line).toList();
  }

  private static String line(Json change) {
    List<NodeName> nodes =
        change.get("nodes").list().stream().map(node -> new NodeName(node.text())).toList();
    String what =
        "%s %s".formatted(word(change.get("kind").text()), word(change.get("result").text()));
    String reason = change.get("reason").text();
    return "%-11s %s  %s%s, %d node(s)%s"
        .formatted(
            "Resize " + change.get("number").number(),
            Times.local(change.get("ended").instant()),
            what,
            nodes.isEmpty() ? "" : " " + Hostlist.compress(nodes),
            change.get("size").number(),
            reason.isEmpty() ? "" : " (" + reason + ")");
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

package io.pliant.runtime.controller.http;

import io.pliant.api.LiveNodes;
import io.pliant.api.LiveNodes.LiveNode;
import io.pliant.api.NodeEntry;
import io.pliant.core.id.NodeName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All nodes as they were at one time. What is told of them, all or what has changed since the time
 * before, is written once for all who watch: of 10 000 nodes it is two megabytes.
 */
final class NodeView {
  private final SortedMap<NodeName, LiveNode> nodes;
  private final @Nullable SortedMap<NodeName, LiveNode> before;
  private byte @Nullable [] whole;
  private byte @Nullable [] changes;

  private NodeView(
      SortedMap<NodeName, LiveNode> nodes, @Nullable SortedMap<NodeName, LiveNode> before) {
    this.nodes = Collections.unmodifiableSortedMap(nodes);
    this.before = before;
  }

  /** The nodes of an answer; one that is as it was in {@code last} is the same object. */
  static NodeView of(List<NodeEntry> entries, @Nullable NodeView last) {
    SortedMap<NodeName, LiveNode> known = last == null ? null : last.nodes;
    SortedMap<NodeName, LiveNode> all = new TreeMap<>();
    for (NodeEntry entry : entries) {
      LiveNode now = LiveNode.of(entry);
      LiveNode then = known == null ? null : known.get(now.node());
      all.put(now.node(), now.equals(then) ? then : now);
    }
    return new NodeView(all, known);
  }

  /**
   * The event for a watcher.
   *
   * @param told what he was told last, or null for nothing
   * @return null when nothing has changed since
   */
  synchronized byte @Nullable [] event(@Nullable NodeView told) {
    if (told == null) {
      if (whole == null) {
        whole =
            LiveWriter.frame("nodes", new LiveNodes(true, List.copyOf(nodes.values()), List.of()));
      }
      return whole;
    }
    if (told.nodes != before) { // he has missed some
      return since(told.nodes);
    }
    if (changes == null) {
      byte[] event = since(before);
      changes = event == null ? new byte[0] : event;
    }
    return changes.length == 0 ? null : changes;
  }

  private byte @Nullable [] since(SortedMap<NodeName, LiveNode> then) {
    List<LiveNode> changed =
        nodes.entrySet().stream()
            .filter(each -> !each.getValue().equals(then.get(each.getKey())))
            .map(Map.Entry::getValue)
            .toList();
    List<NodeName> gone = then.keySet().stream().filter(name -> !nodes.containsKey(name)).toList();
    return changed.isEmpty() && gone.isEmpty()
        ? null
        : LiveWriter.frame("nodes", new LiveNodes(false, changed, gone));
  }
}

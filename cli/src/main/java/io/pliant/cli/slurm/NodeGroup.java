package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.core.hostlist.Hostlist;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Nodes that are alike in all that a line of {@code sinfo} tells of each.
 *
 * @param nodes none when the partition has none
 */
record NodeGroup(PartitionEntry partition, List<NodeEntry> nodes) {
  /** What the first node says; the fallback where there is none. */
  String first(String fallback, Function<NodeEntry, String> value) {
    return nodes.isEmpty() ? fallback : value.apply(nodes.getFirst());
  }

  /** The least of a number, with {@code +} when nodes differ. */
  String least(ToIntFunction<NodeEntry> value) {
    if (nodes.isEmpty()) {
      return "0";
    }
    int least = nodes.stream().mapToInt(value).min().getAsInt();
    int most = nodes.stream().mapToInt(value).max().getAsInt();
    return least + (most > least ? "+" : "");
  }

  String list() {
    return nodes.isEmpty() ? "" : Hostlist.compress(nodes.stream().map(NodeEntry::node).toList());
  }

  /** Number of nodes that jobs hold a part of. */
  int busy() {
    return count(node -> !isOther(node) && node.allocatedCpus() > 0 ? 1 : 0);
  }

  /** Number of nodes that no job can get. */
  int other() {
    return count(node -> isOther(node) ? 1 : 0);
  }

  /** Number of open nodes that no job holds. */
  int idle() {
    return nodes.size() - busy() - other();
  }

  /** Cpus that jobs hold, that they can get, that they cannot, and all: {@code 4/12/0/16}. */
  String cpus() {
    int all = count(NodeEntry::cpus);
    int held = count(NodeEntry::allocatedCpus);
    int closed = count(node -> isOther(node) ? node.cpus() - node.allocatedCpus() : 0);
    return "%d/%d/%d/%d".formatted(held, all - held - closed, closed, all);
  }

  private int count(ToIntFunction<NodeEntry> value) {
    return nodes.stream().mapToInt(value).sum();
  }

  private static boolean isOther(NodeEntry node) {
    return switch (node.state()) {
      case "down", "drained", "draining" -> true;
      default -> false;
    };
  }
}

package io.pliant.cli.slurm;

import io.pliant.api.NodeEntry;
import io.pliant.api.PartitionEntry;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.format.SortOrder;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeTraits;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The order that {@code sinfo --sort} names, by the letters of its formats. What is the same for
 * all nodes and partitions here (groups, preemption) is alike.
 */
final class NodeOrder {
  private static final String ALIKE = "aEghMOprs";

  private NodeOrder() {}

  /**
   * Reads the letters; throws CommandFailure when one is unknown.
   *
   * @param partitions in the order that {@code #P} means
   */
  static Comparator<NodeGroup> parse(String letters, List<PartitionName> partitions) {
    Map<Character, Comparator<NodeGroup>> known = known();
    boolean configured = letters.contains("#P");
    known.put(
        'P',
        configured
            ? by(group -> partitions.indexOf(group.partition().partition()))
            : by(group -> group.partition().partition().value()));
    try {
      return SortOrder.parse(letters, known);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.operational(String.valueOf(e.getMessage()));
    }
  }

  private static Map<Character, Comparator<NodeGroup>> known() {
    Map<Character, Comparator<NodeGroup>> known = new HashMap<>();
    ALIKE.chars().forEach(letter -> known.put((char) letter, (_, _) -> 0));
    known.put('A', by(NodeGroup::busy));
    known.put('F', by(NodeGroup::busy));
    known.put('c', by(group -> least(group, NodeEntry::cpus)));
    known.put('X', by(group -> least(group, node -> NodeTopology.of(node).sockets())));
    known.put('Y', by(group -> least(group, node -> NodeTopology.of(node).coresPerSocket())));
    known.put('Z', by(group -> least(group, node -> NodeTopology.of(node).threadsPerCore())));
    known.put('z', byTopology());
    known.put('m', by(group -> least(group, NodeEntry::memoryMb)));
    known.put('d', by(group -> least(group, node -> NodeTraits.orNone(node.traits()).tmpMb())));
    known.put('w', by(group -> least(group, node -> NodeTraits.orNone(node.traits()).weight())));
    known.put('D', by(group -> group.nodes().size()));
    known.put('f', by(group -> group.first("", NodeOrder::features)));
    known.put('l', by(group -> limit(group.partition())));
    known.put('n', byName());
    known.put('N', byName());
    known.put('o', byName());
    known.put('R', by(group -> group.first("", NodeEntry::reason)));
    known.put('t', by(NodeOrder::state));
    known.put('T', by(NodeOrder::state));
    return known;
  }

  private static <V extends Comparable<? super V>> Comparator<NodeGroup> by(
      Function<NodeGroup, V> key) {
    return Comparator.comparing(key);
  }

  private static Comparator<NodeGroup> byName() {
    return Comparator.comparing(
        (NodeGroup group) -> group.first("", node -> node.node().value()), SortOrder::compareNames);
  }

  private static Comparator<NodeGroup> byTopology() {
    return NodeOrder.<Integer>by(group -> least(group, node -> NodeTopology.of(node).sockets()))
        .thenComparing(by(group -> least(group, node -> NodeTopology.of(node).coresPerSocket())))
        .thenComparing(by(group -> least(group, node -> NodeTopology.of(node).threadsPerCore())));
  }

  private static int least(NodeGroup group, ToIntFunction<NodeEntry> value) {
    return group.nodes().stream().mapToInt(value).min().orElse(0);
  }

  private static String features(NodeEntry node) {
    return String.join(",", Features.orNone(node.features()).names());
  }

  private static long limit(PartitionEntry partition) {
    Long seconds = partition.maxTimeSeconds();
    return seconds == null || seconds == 0 ? Long.MAX_VALUE : seconds;
  }

  /** In the order of Slurm's numbers: what is closed comes last. */
  private static int state(NodeGroup group) {
    return switch (group.first("", NodeEntry::state)) {
      case "" -> 0;
      case "down" -> 1;
      case "idle" -> 2;
      case "allocated" -> 3;
      case "mixed" -> 4;
      case "reserved" -> 5;
      case "drained" -> 6;
      default -> 7;
    };
  }
}

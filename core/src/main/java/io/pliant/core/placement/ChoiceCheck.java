package io.pliant.core.placement;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeConstraint;
import io.pliant.core.resource.NodeConstraint.Counted;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Topology;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Whether a choice of nodes names what a partition has. */
final class ChoiceCheck {
  private static final int MOST_SHOWN = 20;

  private ChoiceCheck() {}

  /**
   * What it names that is not there, in a sentence, or null. Excluded nodes need not be there: they
   * may be those of another partition.
   */
  static @Nullable String refuse(
      PartitionName partition, NodeChoice choice, SortedMap<NodeName, NodeCapacity> nodes) {
    List<NodeName> named = choice.listed();
    if (named != null) {
      List<NodeName> missing = named.stream().filter(name -> !nodes.containsKey(name)).toList();
      if (!missing.isEmpty()) {
        return "Invalid node name specified: it asks for %s, which partition %s does not have."
            .formatted(Hostlist.compress(missing), partition);
      }
    }
    NodeConstraint asked = choice.features();
    if (asked != null) {
      SortedSet<String> there = new TreeSet<>();
      nodes.values().forEach(node -> there.addAll(Features.orNone(node.features()).names()));
      for (String feature : asked.features()) {
        if (!there.contains(feature)) {
          return "Invalid feature specification: no node of partition %s has '%s'; %s."
              .formatted(partition, feature, shown(there));
        }
      }
    }
    Topology least = choice.besides().topology();
    return least == null ? null : refuseTopology(partition, least, nodes.values());
  }

  /** Names the option and the value that no node of the partition has; null when one has all. */
  private static @Nullable String refuseTopology(
      PartitionName partition, Topology least, Collection<NodeCapacity> nodes) {
    if (nodes.isEmpty() || nodes.stream().anyMatch(node -> node.covers(least))) {
      return null;
    }
    int cpus = nodes.stream().mapToInt(NodeCapacity::cpus).max().orElse(0);
    if (least.cpus() > cpus) {
      return "Requested node configuration is not available: %s (sockets:cores:threads, -B) are %d cpus, and no node of partition %s has more than %d."
          .formatted(least.word(), least.cpus(), partition, cpus);
    }
    List<String> missing = new ArrayList<>();
    missing(missing, "--sockets-per-node", least.sockets(), most(nodes, Topology::sockets));
    missing(
        missing,
        "--cores-per-socket",
        least.coresPerSocket(),
        most(nodes, Topology::coresPerSocket));
    missing(
        missing,
        "--threads-per-core",
        least.threadsPerCore(),
        most(nodes, Topology::threadsPerCore));
    return missing.isEmpty()
        ? "It asks for nodes of at least %s (sockets:cores:threads, -B), but partition %s has each of these on other nodes only."
            .formatted(least.word(), partition)
        : "Requested node configuration is not available: it asks for %s; no node of partition %s has more."
            .formatted(String.join(", ", missing), partition);
  }

  private static void missing(List<String> missing, String option, int asked, int most) {
    if (asked > most) {
      missing.add("%s=%d instead of at most %d".formatted(option, asked, most));
    }
  }

  private static int most(Collection<NodeCapacity> nodes, ToIntFunction<Topology> part) {
    return nodes.stream().map(NodeCapacity::topology).mapToInt(part).max().orElse(0);
  }

  /**
   * Why no nodes have together what it asks for, in a sentence, or null when some have it.
   *
   * @param nodes all nodes of the partition
   */
  static @Nullable String refuseTogether(
      PartitionName partition, ResourceRequest request, SortedMap<NodeName, NodeCapacity> nodes) {
    List<NodeView> idle = new ArrayList<>();
    nodes.forEach((name, node) -> idle.add(NodeView.of(name, node, node.resources(), 0, true)));
    FreeResources all = FreeResources.of(idle);
    if (all.holds(request)) {
      return null;
    }
    NodeChoice choice = request.choice();
    NodeConstraint asked = choice == null ? null : choice.features();
    int[] room = all.room(TaskShape.of(request));
    for (NodeConstraint.Counted one : asked == null ? List.<Counted>of() : asked.counts()) {
      long having =
          IntStream.range(0, room.length)
              .filter(i -> room[i] > 0 && has(one.rule(), idle.get(i)))
              .count();
      if (having < one.nodes()) {
        return "It asks for %d nodes with %s, but of those of partition %s that it may have %d do."
            .formatted(one.nodes(), one.rule().text(), partition, having);
      }
    }
    return "No nodes of partition %s have together what it asks for (--constraint, --nodelist, --contiguous)."
        .formatted(partition);
  }

  private static boolean has(FeatureRule rule, NodeView node) {
    return rule.allows(Features.orNone(node.capacity().features()));
  }

  private static String shown(SortedSet<String> there) {
    List<String> first = there.stream().limit(MOST_SHOWN).toList();
    return there.isEmpty()
        ? "they declare no features (pliant.node.features)"
        : "they have %s%s"
            .formatted(String.join(", ", first), there.size() > MOST_SHOWN ? " and more" : "");
  }

  /** The nodes that it allows. */
  static Collection<NodeCapacity> allowed(
      NodeChoice choice, SortedMap<NodeName, NodeCapacity> nodes) {
    FeatureRule rule = choice.rule();
    List<NodeCapacity> allowed = new ArrayList<>();
    nodes.forEach((name, node) -> {
      if (choice.allows(name, node, rule)) {
        allowed.add(node);
      }
    });
    return allowed;
  }
}

package io.pliant.core.placement;

import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.FeatureRule;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
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
    List<NodeName> only = choice.only();
    if (only != null) {
      List<NodeName> missing = only.stream().filter(name -> !nodes.containsKey(name)).toList();
      if (!missing.isEmpty()) {
        return "Invalid node name specified: it asks for %s, which partition %s does not have."
            .formatted(Hostlist.compress(missing), partition);
      }
    }
    FeatureRule rule = choice.rule();
    if (rule != null) {
      SortedSet<String> there = new TreeSet<>();
      nodes.values().forEach(node -> there.addAll(Features.orNone(node.features()).names()));
      for (String feature : rule.features()) {
        if (!there.contains(feature)) {
          return "Invalid feature specification: no node of partition %s has '%s'; %s."
              .formatted(partition, feature, shown(there));
        }
      }
    }
    return null;
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
      if (choice.allows(name, node.features(), rule)) {
        allowed.add(node);
      }
    });
    return allowed;
  }
}

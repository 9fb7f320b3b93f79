package io.pliant.core.lease;

import io.pliant.core.id.NodeName;
import java.util.TreeSet;

/** Sets of nodes by their names. */
final class TestNodes {
  private TestNodes() {}

  static TreeSet<NodeName> nodes(String... names) {
    TreeSet<NodeName> nodes = new TreeSet<>();
    for (String name : names) {
      nodes.add(new NodeName(name));
    }
    return nodes;
  }
}

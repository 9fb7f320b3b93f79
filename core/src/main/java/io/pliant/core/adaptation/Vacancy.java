package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.util.List;

/**
 * Nodes that have no member of the group any more, because their tasks were lost.
 *
 * @param number the adaptation in which that was settled
 */
public record Vacancy(int number, List<NodeName> nodes) {
  public Vacancy {
    nodes = List.copyOf(nodes);
  }
}

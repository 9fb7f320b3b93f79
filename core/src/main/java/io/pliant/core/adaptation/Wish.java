package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import java.util.List;

/**
 * A program's own request.
 *
 * @param request its name, unique within the attempt
 * @param kind GROW or RELEASE
 * @param nodes how many, at least 1
 * @param names those to be released, or empty for the scheduler to choose
 */
public record Wish(String request, Kind kind, int nodes, List<NodeName> names) {
  public Wish {
    names = List.copyOf(names);
    if (!kind.wished() || nodes < 1) {
      throw new IllegalArgumentException(
          "Expected a program to grow or release at least 1 node, but got %s of %d."
              .formatted(kind, nodes));
    }
  }
}

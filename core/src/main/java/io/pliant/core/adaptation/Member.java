package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;

/**
 * A task of the program's group.
 *
 * @param task its word
 * @param node where it runs
 * @param address {@code host:port} at which it takes connections of other tasks
 */
public record Member(String task, NodeName node, String address) {
  /** As the adapt protocol writes it. */
  @Override
  public String toString() {
    return task + "@" + node + "@" + address;
  }
}

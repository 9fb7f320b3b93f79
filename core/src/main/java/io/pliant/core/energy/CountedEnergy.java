package io.pliant.core.energy;

import java.util.List;

/**
 * A part of an account that is ready to be made durable: nodes, and who had which share of them.
 */
public record CountedEnergy(List<NodeCount> nodes, List<Share> shares) {
  public CountedEnergy {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
  }
}

package io.pliant.core.energy;

import java.util.List;

/**
 * A part of an account that is ready to be made durable: nodes, who had which share of them, and
 * which part of that their steps had.
 */
public record CountedEnergy(List<NodeCount> nodes, List<Share> shares, List<StepShare> steps) {
  public CountedEnergy {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
    steps = List.copyOf(steps);
  }
}

package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a job may have.
 *
 * @param only no others than these, sorted; null for any
 * @param not none of these, sorted; null for none
 * @param constraint which features they must have, as {@link FeatureRule#parse} reads it; null for
 *     any
 */
public record NodeChoice(
    @Nullable List<NodeName> only, @Nullable List<NodeName> not, @Nullable String constraint) {
  /** Names in a list. */
  public static final int MOST_NAMES = 4_096;

  public NodeChoice {
    only = sorted(only);
    not = sorted(not);
    if (constraint != null) {
      FeatureRule.parse(constraint);
    }
  }

  private static @Nullable List<NodeName> sorted(@Nullable List<NodeName> names) {
    if (names == null) {
      return null;
    }
    List<NodeName> each = List.copyOf(new TreeSet<>(names));
    if (each.isEmpty() || each.size() > MOST_NAMES) {
      throw new IllegalArgumentException(
          "Expected a list of 1 to %d nodes, but got %d.".formatted(MOST_NAMES, each.size()));
    }
    return each;
  }

  /** The same, or null when it allows any node. */
  public @Nullable NodeChoice orNull() {
    return only == null && not == null && constraint == null ? null : this;
  }

  /** What it asks of features, or null for nothing. */
  public @Nullable FeatureRule rule() {
    return constraint == null ? null : FeatureRule.parse(constraint);
  }

  /**
   * True for a node that the job may have.
   *
   * @param rule what {@link #rule} gives, which is read once for many nodes
   */
  public boolean allows(NodeName node, @Nullable Features features, @Nullable FeatureRule rule) {
    return (only == null || Collections.binarySearch(only, node) >= 0)
        && (not == null || Collections.binarySearch(not, node) < 0)
        && (rule == null || rule.allows(Features.orNone(features)));
  }
}

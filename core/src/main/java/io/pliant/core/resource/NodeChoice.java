package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a job may have.
 *
 * @param only no others than these, sorted; null for any
 * @param not none of these, sorted; null for none
 * @param constraint which features they must have, as {@link FeatureRule#parse} reads it; null for
 *     any
 * @param reservation name of the reservation whose nodes they are, or null for none; and in
 *     journals from before there were reservations
 */
public record NodeChoice(
    @Nullable List<NodeName> only,
    @Nullable List<NodeName> not,
    @Nullable String constraint,
    @Nullable String reservation) {
  /** Any nodes. */
  public static final NodeChoice ANY = new NodeChoice(null, null, null, null);

  /** Names in a list. */
  public static final int MOST_NAMES = 4_096;

  private static final Pattern RESERVATION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}");

  public NodeChoice {
    if (reservation != null) {
      checkReservation(reservation);
    }
    only = sorted(only);
    not = sorted(not);
    if (constraint != null) {
      FeatureRule.parse(constraint);
    }
  }

  /** The name of a reservation itself; throws IllegalArgumentException when it is none. */
  public static String checkReservation(String name) {
    if (!RESERVATION.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Expected a name of a reservation (1 to 64 letters, digits and _.:-), but got '%.80s'."
              .formatted(name));
    }
    return name;
  }

  /** A choice among the nodes that are not reserved. */
  public NodeChoice(
      @Nullable List<NodeName> only, @Nullable List<NodeName> not, @Nullable String constraint) {
    this(only, not, constraint, null);
  }

  /** The same without these nodes, which are at least one. */
  public NodeChoice off(Collection<NodeName> nodes) {
    TreeSet<NodeName> all = new TreeSet<>(nodes);
    all.addAll(not == null ? List.of() : not);
    return new NodeChoice(only, SortedNames.of(all), constraint, reservation);
  }

  /** The same among these nodes alone, which are sorted; null when none is left. */
  public @Nullable NodeChoice among(List<NodeName> nodes) {
    List<NodeName> left =
        only == null
            ? nodes
            : only.stream().filter(node -> Collections.binarySearch(nodes, node) >= 0).toList();
    return left.isEmpty() ? null : new NodeChoice(left, not, constraint, reservation);
  }

  private static @Nullable List<NodeName> sorted(@Nullable List<NodeName> names) {
    if (names == null) {
      return null;
    }
    List<NodeName> each = SortedNames.of(names);
    if (each.isEmpty() || each.size() > MOST_NAMES) {
      throw new IllegalArgumentException(
          "Expected a list of 1 to %d nodes, but got %d.".formatted(MOST_NAMES, each.size()));
    }
    return each;
  }

  /** The same, or null when it allows any node. */
  public @Nullable NodeChoice orNull() {
    return equals(ANY) ? null : this;
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

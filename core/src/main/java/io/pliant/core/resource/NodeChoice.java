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
 * @param constraint which features they must have, as {@link NodeConstraint#parse} reads it; null
 *     for any
 * @param reservation name of the reservation whose nodes they are, or null for none; and in
 *     journals from before there were reservations
 * @param terms what few jobs say besides, or null for nothing
 */
public record NodeChoice(
    @Nullable List<NodeName> only,
    @Nullable List<NodeName> not,
    @Nullable String constraint,
    @Nullable String reservation,
    @Nullable NodeTerms terms) {
  /** Any nodes. */
  public static final NodeChoice ANY = new NodeChoice(null, null, null, null, null);

  /** Names in a list. */
  public static final int MOST_NAMES = SortedNames.MOST;

  private static final Pattern RESERVATION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}");

  public NodeChoice {
    if (reservation != null) {
      checkReservation(reservation);
    }
    only = SortedNames.bounded(only);
    not = SortedNames.bounded(not);
    terms = NodeTerms.orNull(terms);
    if (constraint != null) {
      NodeConstraint.parse(constraint);
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
    this(only, not, constraint, null, null);
  }

  /** A choice without further terms. */
  public NodeChoice(
      @Nullable List<NodeName> only,
      @Nullable List<NodeName> not,
      @Nullable String constraint,
      @Nullable String reservation) {
    this(only, not, constraint, reservation, null);
  }

  /** The same without these nodes, which are at least one. */
  public NodeChoice off(Collection<NodeName> nodes) {
    TreeSet<NodeName> all = new TreeSet<>(nodes);
    all.addAll(not == null ? List.of() : not);
    return new NodeChoice(only, SortedNames.of(all), constraint, reservation, terms);
  }

  /** The same among these nodes alone, which are sorted; null when none is left. */
  public @Nullable NodeChoice among(List<NodeName> nodes) {
    List<NodeName> left =
        only == null
            ? nodes
            : only.stream().filter(node -> Collections.binarySearch(nodes, node) >= 0).toList();
    return left.isEmpty() ? null : new NodeChoice(left, not, constraint, reservation, terms);
  }

  /** The same, or null when it allows any node. */
  public @Nullable NodeChoice orNull() {
    return equals(ANY) ? null : this;
  }

  /** Bytes that its lists take in memory, about. */
  long bytes() {
    return SortedNames.bytes(only) + SortedNames.bytes(not) + SortedNames.bytes(besides().with());
  }

  /** What it says besides. */
  public NodeTerms besides() {
    return NodeTerms.orNone(terms);
  }

  /** What it asks of features, or null for nothing. */
  public @Nullable NodeConstraint features() {
    return constraint == null ? null : NodeConstraint.parse(constraint);
  }

  /** What it asks of the features of each node, or null for nothing. */
  public @Nullable FeatureRule rule() {
    NodeConstraint features = features();
    return features == null ? null : features.ofEach();
  }

  /** True when no node can be judged alone: some are to be there together, or are preferred. */
  public boolean joint() {
    return (terms != null && terms.joint())
        || (constraint != null && NodeConstraint.joint(constraint));
  }

  /** The nodes that it names, and of which it gets some or all; null for none. */
  public @Nullable List<NodeName> listed() {
    return only == null ? besides().with() : only;
  }

  /** True when what it asks for may no longer be so with a node more or less. */
  public boolean lastsForOneSize() {
    return (terms != null && (terms.with() != null || terms.contiguous()))
        || (constraint != null && NodeConstraint.joint(constraint));
  }

  /** The same with all nodes that it is limited to, and others besides. */
  public NodeChoice withOthers() {
    NodeTerms now = besides();
    return new NodeChoice(
        null,
        not,
        constraint,
        reservation,
        new NodeTerms(
            only,
            now.prefer(),
            now.leastCpus(),
            now.leastTmpMb(),
            now.contiguous(),
            now.topology()));
  }

  /** The same with at least so many cpus of each node. */
  public NodeChoice withLeastCpus(int cpus) {
    NodeTerms now = besides();
    return new NodeChoice(
        only,
        not,
        constraint,
        reservation,
        new NodeTerms(
            now.with(), now.prefer(), cpus, now.leastTmpMb(), now.contiguous(), now.topology()));
  }

  /**
   * True for a node that the job may have.
   *
   * @param rule what {@link #rule} gives, which is read once for many nodes
   */
  public boolean allows(NodeName node, NodeCapacity capacity, @Nullable FeatureRule rule) {
    return (only == null || Collections.binarySearch(only, node) >= 0)
        && (not == null || Collections.binarySearch(not, node) < 0)
        && (terms == null || terms.allow(capacity))
        && (rule == null || rule.allows(Features.orNone(capacity.features())));
  }
}

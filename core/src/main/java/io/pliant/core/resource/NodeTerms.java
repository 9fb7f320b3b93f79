package io.pliant.core.resource;

import io.pliant.core.id.NodeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What few jobs say of their nodes besides.
 *
 * @param with all of these are among its nodes, sorted; others may be, too; null for none
 * @param prefer features that its nodes have if that starts it now, as {@link NodeConstraint#parse}
 *     reads it; null for none
 * @param leastCpus cpus that it takes of each node at least, or 0
 * @param leastTmpMb megabytes that {@code /tmp} of each node has at least, or 0
 * @param contiguous its nodes stand side by side in the order of names
 * @param topology sockets, cores and threads that each node has at least, or null for any
 */
public record NodeTerms(
    @Nullable List<NodeName> with,
    @Nullable String prefer,
    int leastCpus,
    int leastTmpMb,
    boolean contiguous,
    @Nullable Topology topology) {
  /** Nothing besides. */
  public static final NodeTerms NONE = new NodeTerms(null, null, 0, 0, false, null);

  public NodeTerms {
    with = SortedNames.bounded(with);
    topology = Topology.orNull(topology);
    if (prefer != null) {
      NodeConstraint.parse(prefer);
    }
    if (leastCpus < 0 || leastTmpMb < 0) {
      throw new IllegalArgumentException(
          "Expected at least 0 cpus and 0 MB of /tmp, but got %d and %d."
              .formatted(leastCpus, leastTmpMb));
    }
  }

  /** Terms of nodes with any topology. */
  public NodeTerms(
      @Nullable List<NodeName> with,
      @Nullable String prefer,
      int leastCpus,
      int leastTmpMb,
      boolean contiguous) {
    this(with, prefer, leastCpus, leastTmpMb, contiguous, null);
  }

  /** True for a node that has what each is to have at least; its cpus are not looked at. */
  boolean allow(NodeCapacity node) {
    return leastTmpMb <= NodeTraits.orNone(node.traits()).tmpMb()
        && (topology == null || node.covers(topology));
  }

  /** The same; none where it is null. */
  public static NodeTerms orNone(@Nullable NodeTerms terms) {
    return terms == null ? NONE : terms;
  }

  /** The same; null where it says nothing: how it is stored. */
  public static @Nullable NodeTerms orNull(@Nullable NodeTerms terms) {
    return NONE.equals(terms) ? null : terms;
  }

  /** True when it says something that no node can be judged by alone. */
  boolean joint() {
    return with != null || prefer != null || contiguous;
  }
}

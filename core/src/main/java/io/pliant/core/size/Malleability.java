package io.pliant.core.size;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the size of a job may change while it runs. Its nodes are whole ones, and each has as many
 * tasks as at the start.
 *
 * @param minNodes least nodes
 * @param maxNodes most nodes
 * @param constraint that each size satisfies
 * @param onOffer the answer to offers when the program gives none
 * @param deadline time from an offer to the open window, or null for the site's
 * @param onShrinkTimeout what becomes of a mandatory shrink whose deadline passes, or null for the
 *     site's
 * @param winner who prevails when an offer and a request of the program meet, or null for the
 *     site's
 */
public record Malleability(
    int minNodes,
    int maxNodes,
    SizeConstraint constraint,
    Terms.OnOffer onOffer,
    @Nullable Duration deadline,
    Terms.@Nullable OnShrinkTimeout onShrinkTimeout,
    Terms.@Nullable Winner winner) {
  /** The sizes of a job that asks for {@code nodes} at its start. */
  public SizeRange sizes(int nodes) {
    return new SizeRange(minNodes, nodes, maxNodes, constraint);
  }
}

package io.pliant.core.option;

import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a job pack changes its size: its last component has more or fewer nodes, with bounds of its
 * own, and all others keep theirs.
 */
final class PackSizes {
  /** What only the last component may say. */
  static final Set<SubmitOption> OPTIONS =
      EnumSet.of(
          SubmitOption.MIN_NODES,
          SubmitOption.MIN_NODES_INVASIC,
          SubmitOption.MAX_NODES,
          SubmitOption.MAX_NODES_INVASIC,
          SubmitOption.ON_OFFER,
          SubmitOption.ADAPT_DEADLINE,
          SubmitOption.ON_SHRINK_TIMEOUT,
          SubmitOption.ON_RACE);

  static final String LAST_ALONE =
      "only the last component changes its size; write this one last, or delete the option";

  private PackSizes() {}

  /**
   * The bounds of the pack as a whole, or null when its size is fixed.
   *
   * @param last options of the last component
   */
  static @Nullable Malleability read(GivenOptions last, ResourceRequest pack) {
    Malleability own = SizeOptions.read(last, pack.components().getLast());
    if (own == null) {
      return null;
    }
    if (pack.spread() != null) {
      throw new OptionException(
          "A job pack in several partitions does not change its size: leave --min-nodes and --max-nodes out, or name one partition.");
    }
    for (ResourceRequest component : pack.components()) {
      if (component.minNodes() != component.maxNodes()) {
        throw new OptionException(
            "Expected one number of nodes for each component of a job pack that changes its size, but got %d to %d; give --nodes in each."
                .formatted(component.minNodes(), component.maxNodes()));
      }
    }
    int others = pack.leastNodes() - pack.components().getLast().minNodes();
    return new Malleability(
        others + own.minNodes(),
        others + own.maxNodes(),
        own.constraint(),
        own.onOffer(),
        own.deadline(),
        own.onShrinkTimeout(),
        own.winner());
  }
}

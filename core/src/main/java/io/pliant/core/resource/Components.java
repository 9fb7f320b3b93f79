package io.pliant.core.resource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The further components of a job pack (Slurm's heterogeneous job), each with nodes of its own that
 * it shares with no other component. The first component is the request that has them.
 *
 * @param requests one for each further component, in order; none has components itself
 */
public record Components(List<ResourceRequest> requests) {
  /** Components of one pack, the first one counted; Slurm's MAX_HET_JOB_COMPS. */
  public static final int MOST = 128;

  public Components {
    requests = List.copyOf(requests);
    if (requests.size() >= MOST) {
      throw new IllegalArgumentException(
          "Expected a pack of at most %d components, but got %d."
              .formatted(MOST, requests.size() + 1));
    }
    if (requests.stream().anyMatch(each -> each.others() != null)) {
      throw new IllegalArgumentException("Expected a component, but got a pack within a pack.");
    }
  }

  /** The same; null where there are none: how they are stored. */
  public static @Nullable Components orNull(@Nullable Components others) {
    return others == null || others.requests.isEmpty() ? null : others;
  }
}

package io.pliant.core.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The further components of a job pack (Slurm's heterogeneous job), each with nodes of its own that
 * it shares with no other component. The first component is the request that has them.
 *
 * @param requests one for each further component, in order; none has components itself
 * @param spread the partitions of a pack that lies in several; null for one, and in journals from
 *     before there were such packs
 * @param lastVaries true when the last component may have another number of nodes than it asks for;
 *     null for not, and in journals from before there were such packs
 */
public record Components(
    List<ResourceRequest> requests, @Nullable Spread spread, @Nullable Boolean lastVaries) {
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

  /** Components that keep their sizes. */
  public Components(List<ResourceRequest> requests, @Nullable Spread spread) {
    this(requests, spread, null);
  }

  /** Components of one partition that keep their sizes. */
  public Components(List<ResourceRequest> requests) {
    this(requests, null);
  }

  /** The same with another last request. */
  Components withLast(UnaryOperator<ResourceRequest> change) {
    List<ResourceRequest> all = new ArrayList<>(requests);
    all.add(change.apply(all.removeLast()));
    return of(all);
  }

  /** The same, of which the last one may change its size. */
  Components varying() {
    return new Components(requests, spread, true);
  }

  /** The same with other requests. */
  Components of(List<ResourceRequest> others) {
    return new Components(others, spread, lastVaries);
  }

  /** The same; null where there are none: how they are stored. */
  public static @Nullable Components orNull(@Nullable Components others) {
    return others == null || (others.requests.isEmpty() && others.spread == null) ? null : others;
  }
}

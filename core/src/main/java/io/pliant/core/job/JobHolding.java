package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt holds, as its partition has said.
 *
 * @param allocation its nodes or, once it is over, those that it had
 * @param term fencing number under which they were granted
 * @param sizes what the partition holds besides the allocation, and which nodes are to be left
 * @param version of the ledger that said so
 * @param vacated newest adaptation after which nodes were let go of because their tasks were lost
 * @param vacant nodes of the allocation that are to be let go of for that
 */
public record JobHolding(
    @Nullable Allocation allocation,
    long term,
    @Nullable Instant allocatedAt,
    Sizes sizes,
    long version,
    int vacated,
    List<NodeName> vacant) {
  /** Nothing is held. */
  static final JobHolding NONE = new JobHolding(null, 0, null, Sizes.UNCHANGED, 0, 0, List.of());

  public JobHolding {
    vacant = List.copyOf(vacant);
  }

  static JobHolding of(JobEvent.JobAllocated e) {
    return new JobHolding(e.allocation(), e.term(), e.at(), Sizes.UNCHANGED, 0, 0, List.of());
  }

  JobHolding renewed(long nowTerm) {
    return new JobHolding(allocation, nowTerm, allocatedAt, sizes, version, vacated, vacant);
  }

  JobHolding resized(JobEvent.JobResized e) {
    List<NodeName> still = vacant.stream().filter(n -> e.allocation().nodes().contains(n)).toList();
    return new JobHolding(
        e.allocation(), term, allocatedAt, e.sizes(), e.version(), vacated, still);
  }

  JobHolding vacated(JobEvent.NodesVacated e) {
    List<NodeName> all = new ArrayList<>(vacant);
    all.addAll(e.nodes());
    return new JobHolding(allocation, term, allocatedAt, sizes, version, e.number(), all);
  }
}

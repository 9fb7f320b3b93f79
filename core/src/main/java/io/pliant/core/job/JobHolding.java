package io.pliant.core.job;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Allocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What an attempt holds, as its partition has said.
 *
 * @param allocation its nodes or, once it is over, those that it had
 * @param term fencing number under which they were granted
 * @param sizes what the partition holds besides the allocation, and which nodes are to be left
 * @param version of the ledger that said so
 * @param vacated newest adaptation after which nodes were let go of because their tasks were lost
 * @param vacant nodes of the allocation that are to be let go of for that
 * @param others terms of the other partitions of a pack in several, or of those that lent it nodes;
 *     empty for one partition
 * @param lenders whose the nodes are, and were, that other partitions lent
 */
public record JobHolding(
    @Nullable Allocation allocation,
    long term,
    @Nullable Instant allocatedAt,
    Sizes sizes,
    long version,
    int vacated,
    List<NodeName> vacant,
    TreePMap<PartitionName, Long> others,
    TreePMap<NodeName, PartitionName> lenders) {
  /** Nothing is held. */
  static final JobHolding NONE =
      new JobHolding(
          null, 0, null, Sizes.UNCHANGED, 0, 0, List.of(), TreePMap.empty(), TreePMap.empty());

  public JobHolding {
    vacant = List.copyOf(vacant);
  }

  static JobHolding of(JobEvent.JobAllocated e) {
    return new JobHolding(
            e.allocation(),
            e.term(),
            e.at(),
            Sizes.UNCHANGED,
            0,
            0,
            List.of(),
            TreePMap.empty(),
            TreePMap.empty())
        .with(e.others());
  }

  /**
   * With what partitions have lent. Whose a node was stays known when it is given back: what is
   * owed to its agent may not have come there yet.
   */
  private JobHolding with(@Nullable List<JobEvent.ShareTerm> shares) {
    if (shares == null) {
      return this;
    }
    TreePMap<PartitionName, Long> terms = others;
    TreePMap<NodeName, PartitionName> known = lenders;
    for (JobEvent.ShareTerm share : shares) {
      terms =
          terms.plus(
              share.partition(),
              Math.max(share.term(), terms.getOrDefault(share.partition(), share.term())));
      List<NodeName> nodes = share.nodes();
      for (NodeName node : nodes == null ? List.<NodeName>of() : nodes) {
        known = known.plus(node, share.partition());
      }
    }
    return new JobHolding(
        allocation, term, allocatedAt, sizes, version, vacated, vacant, terms, known);
  }

  JobHolding renewed(JobEvent.GrantRenewed e) {
    PartitionName other = e.partition();
    return new JobHolding(
        allocation,
        other == null ? e.term() : term,
        allocatedAt,
        sizes,
        version,
        vacated,
        vacant,
        other == null ? others : others.plus(other, e.term()),
        lenders);
  }

  /** True when all of it is held under the same fencing numbers. */
  public boolean sameTerms(JobHolding other) {
    return term == other.term && others.equals(other.others);
  }

  /** Fencing number under which that partition holds its part. */
  long termOf(PartitionName partition) {
    Long other = others.get(partition);
    return other == null ? term : other;
  }

  JobHolding resized(JobEvent.JobResized e) {
    List<NodeName> still = vacant.stream().filter(n -> e.allocation().nodes().contains(n)).toList();
    return new JobHolding(
            e.allocation(),
            term,
            allocatedAt,
            e.sizes(),
            e.version(),
            vacated,
            still,
            others,
            lenders)
        .with(e.lenders());
  }

  JobHolding vacated(JobEvent.NodesVacated e) {
    List<NodeName> all = new ArrayList<>(vacant);
    all.addAll(e.nodes());
    return new JobHolding(
        allocation, term, allocatedAt, sizes, version, e.number(), all, others, lenders);
  }
}

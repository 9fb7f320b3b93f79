package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.LeaseRules;
import io.pliant.core.partition.NodeRecord;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.resource.NodeCapacity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a round could not start, in the order of the queue: those that their partition
 * could hold, and those that only its pool can. It is asked with each word, and found out once a
 * round.
 */
final class WaitingSizes {
  private final Hearsay hearsay;
  private List<JobId> all = List.of();
  private List<JobId> fitting = List.of();
  private List<JobId> larger = List.of();
  private @Nullable NodeCapacity like;
  private int smallest = Integer.MAX_VALUE;
  private long nodes = -1;
  private long revision;

  WaitingSizes(Hearsay hearsay) {
    this.hearsay = hearsay;
  }

  void are(List<JobId> jobs) {
    all = List.copyOf(jobs);
    nodes = -1;
    revision++;
  }

  /** Changes with each list. */
  long revision() {
    return revision;
  }

  List<JobId> all() {
    return all;
  }

  /** Those that need no more nodes than the partition has. */
  List<JobId> fitting(PartitionState state) {
    split(state);
    return fitting;
  }

  /** So many nodes the smallest of them needs; very many when there is none. */
  int smallest(PartitionState state) {
    split(state);
    return smallest;
  }

  /** Those that need more, and that nodes of others would do for. */
  List<JobId> larger(PartitionState state) {
    split(state);
    return larger;
  }

  private void split(PartitionState state) {
    long here = state.nodes().values().stream().filter(NodeRecord::available).count();
    NodeCapacity of = hearsay.like(state);
    if (here == nodes && of != null && of.equals(like)) {
      return;
    }
    nodes = here;
    like = of;
    smallest = Integer.MAX_VALUE;
    List<JobId> few = new ArrayList<>();
    List<JobId> many = new ArrayList<>();
    for (JobId id : all) {
      QueuedJob job = state.waiting(id);
      NodeNeed need = job == null || of == null ? NodeNeed.NEVER : NodeNeed.of(job.resources(), of);
      if (job == null || !need.possible()) {
        continue;
      }
      if (need.nodes() <= here) {
        few.add(id);
        smallest = Math.min(smallest, need.nodes());
      } else if (LeaseRules.mayBorrow(job) && NodeNeed.asksForAnyNodes(job.resources())) {
        many.add(id);
      }
    }
    fitting = few;
    larger = many;
  }
}

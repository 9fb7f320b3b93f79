package io.pliant.core.partition;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.partition.PartitionEvent.ResizeBegun;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.placement.ResizePlacement;
import io.pliant.core.pool.NodeNeed;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.NodeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a running job grows onto nodes that other partitions of its pool lend it, and gives them back
 * when they ask for them. It grows as far as its own partition has nodes, and borrows the rest.
 */
public final class GrowthRules {
  private GrowthRules() {}

  /**
   * A size that a running job wants and that its partition alone cannot give.
   *
   * @param nodes size that it wants, more than it has
   * @param request the program's request that it answers; null for an operator's order
   * @param mtct measured time in communication over time in computation, or null
   */
  public record Wanted(
      AttemptId attempt, int nodes, @Nullable String request, @Nullable Double mtct) {
    /** True when the other one asks for nothing else, though it may be measured anew. */
    public boolean isRepeatedBy(Wanted other) {
      return attempt.equals(other.attempt)
          && nodes == other.nodes
          && Objects.equals(request, other.request);
    }
  }

  /** Why the job cannot have that size even if nodes were free, in a clause; or null. */
  public static @Nullable String refusal(PartitionState state, Wanted wanted) {
    Grant grant = grant(state, wanted.attempt());
    if (grant == null) {
      return "the job does not run";
    }
    if (!NodeNeed.asksForAnyNodes(grant.job().resources())) {
      return "too few nodes are free, and it takes none of other partitions, since it asks for more than whole nodes";
    }
    return grant.allocation().slices().size() >= wanted.nodes()
        ? "it has that size"
        : ResizeRules.whyNot(grant, wanted.nodes());
  }

  /** The grant of that attempt, or null. */
  public static @Nullable Grant grant(PartitionState state, AttemptId attempt) {
    return ResizeRules.held(state, attempt);
  }

  /** Nodes of the partition itself with which it could grow now, at most all that it wants. */
  public static int own(PartitionState state, Wanted wanted, Instant now) {
    Grant grant = grant(state, wanted.attempt());
    int size = grant == null ? wanted.nodes() : grant.allocation().slices().size();
    int least = 0;
    int most = Math.min(wanted.nodes() - size, LeaseRules.idle(state, now).size());
    while (least < most && grant != null) { // where so many fit, fewer do
      int more = (least + most + 1) / 2;
      if (ResizeRules.chosen(state, grant, size + more, now) != null) {
        least = more;
      } else {
        most = more - 1;
      }
    }
    return least;
  }

  /**
   * The growth of a job on nodes that are all lent to it, and on those that its partition has
   * besides; null when these do not make up the size that it wants.
   *
   * @param lent whose the nodes are
   * @param views of the lent nodes, all of them free
   */
  public static @Nullable ResizeBegun begin(
      PartitionState state, Wanted wanted, BorrowedNodes lent, List<NodeView> views, Instant now) {
    Grant grant = grant(state, wanted.attempt());
    if (grant == null || refusal(state, wanted) != null) {
      return null;
    }
    int size = grant.allocation().slices().size();
    int own = wanted.nodes() - size - views.size();
    if (own < 0) {
      return null;
    }
    List<Slice> here = own == 0 ? List.of() : ResizeRules.chosen(state, grant, size + own, now);
    Allocation there =
        Placement.place(grant.job().resources().onFurther(views.size()), FreeResources.of(views));
    if (here == null || there == null || there.slices().size() != views.size()) {
      return null;
    }
    List<Slice> all = new ArrayList<>(here);
    all.addAll(there.slices());
    Kind kind = wanted.request() == null ? Kind.EXPAND : Kind.GROW;
    Resize resize = new Resize(grant.sizes().resizes() + 1, kind, all, false, wanted.request());
    return new ResizeBegun(
        wanted.attempt().job(), grant.attempt(), resize, now, wanted.mtct(), lent);
  }

  /**
   * The shrink by which a job gives back nodes that were lent for it to grow; null when its size is
   * changing just now, or when it can run on no less.
   *
   * @param lender who asks
   * @param nodes so many are asked for
   */
  public static @Nullable ResizeBegun giveBack(
      PartitionState state, LeaseId lease, PartitionName lender, int nodes, Instant now) {
    for (Grant grant : state.grants().values()) {
      for (BorrowedNodes loan : grant.grown() == null ? List.<BorrowedNodes>of() : grant.grown()) {
        if (loan.lease().equals(lease)) {
          return giveBack(grant, loan.of(lender), nodes, now);
        }
      }
    }
    return null;
  }

  private static @Nullable ResizeBegun giveBack(
      Grant grant, BorrowedNodes loan, int nodes, Instant now) {
    Malleability malleable = grant.job().malleable();
    List<Slice> slices = grant.allocation().slices();
    int there = (int) slices.stream().filter(slice -> loan.has(slice.node())).count();
    if (malleable == null || !grant.sizes().settled() || there == 0) {
      return null;
    }
    SizeRange sizes = malleable.sizes(grant.job().resources().leastNodes());
    int target = sizes.floor(Math.max(sizes.min(), slices.size() - Math.min(nodes, there)));
    if (target >= slices.size()) {
      return null;
    }
    List<Slice> going = lastFirst(grant, loan).subList(0, slices.size() - target);
    Resize resize = new Resize(grant.sizes().resizes() + 1, Kind.SHRINK, going, true, null);
    return new ResizeBegun(grant.job().job(), grant.attempt(), resize, now, null);
  }

  /**
   * Its nodes in the order in which it gives them: those of that loan, other lent ones, its own.
   */
  private static List<Slice> lastFirst(Grant grant, BorrowedNodes loan) {
    List<Slice> order = new ArrayList<>();
    List<Slice> rest = new ArrayList<>();
    for (Slice slice : lentLast(grant).reversed()) {
      (loan.has(slice.node()) ? order : rest).add(slice);
    }
    order.addAll(rest);
    return order;
  }

  /**
   * Slices of a job so that those come last that it gives first: lent ones. Those that it keeps in
   * any case come first.
   */
  static List<Slice> lentLast(Grant grant) {
    List<Slice> slices = grant.allocation().slices();
    if (grant.grown() == null) {
      return slices;
    }
    Set<NodeName> kept = grant.allocation().kept(grant.job().resources());
    List<Slice> order = new ArrayList<>();
    List<Slice> last = new ArrayList<>();
    for (Slice slice : slices) {
      boolean lent = grant.isLent(slice.node()) && !kept.contains(slice.node());
      (lent ? last : order).add(slice);
    }
    order.addAll(last);
    return order;
  }

  /** The slices with which a job's size changes, by {@link ResizePlacement}; or null. */
  static @Nullable List<Slice> change(Grant grant, int nodes, FreeResources free) {
    return ResizePlacement.slices(
        grant.job().resources(), new Allocation(lentLast(grant)), nodes, free);
  }
}

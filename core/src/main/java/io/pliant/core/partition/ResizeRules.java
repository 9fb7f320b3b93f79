package io.pliant.core.partition;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.Refusal;
import io.pliant.core.partition.PartitionEvent.NodeReturned;
import io.pliant.core.partition.PartitionEvent.ResizeBegun;
import io.pliant.core.partition.PartitionEvent.ResizeClosed;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeRange;
import io.pliant.core.view.NodeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a partition does with wishes for another size of a running job. One resize of a job at a
 * time, and none while it still is to let go of nodes; sizes stay within the job's bounds and
 * constraint; the leader's node stays, and those of a pack's components but the last one's.
 */
final class ResizeRules {
  /** Of a size that the job may have. */
  private static final String TOO_FEW = "too few nodes are free";

  private ResizeRules() {}

  static PartitionOutcome begin(
      PartitionState state, PartitionIntent.BeginResizes intent, Instant now) {
    List<PartitionEvent> events = new ArrayList<>();
    List<PartitionReply.NotBegun> refusals = new ArrayList<>();
    PartitionState folded = state;
    for (PartitionIntent.Resizing wanted : intent.resizings()) {
      Grant grant = folded.grants().get(wanted.job());
      if (wanted.mandatory() && grant != null && agreed(grant, wanted.nodes())) {
        continue;
      }
      String why = grant == null ? "it does not run" : whyNot(grant, wanted.nodes());
      Resize resize = grant == null || why != null ? null : resize(folded, grant, wanted, now);
      if (resize == null || grant == null) {
        boolean lacking = grant != null && why == null;
        refusals.add(
            new PartitionReply.NotBegun(
                wanted.job(), wanted.nodes(), why == null ? TOO_FEW : why, lacking));
      } else {
        ResizeBegun begun =
            new ResizeBegun(wanted.job(), grant.attempt(), resize, now, wanted.mtct());
        events.add(begun);
        folded = folded.evolve(begun);
      }
    }
    return new PartitionOutcome(events, new PartitionReply.Resizes(refusals));
  }

  static PartitionOutcome ask(PartitionState state, PartitionIntent.AskResize ask, Instant now) {
    Grant grant = held(state, ask.attempt());
    if (grant == null) {
      return PartitionOutcome.of(
          new PartitionReply.Refused(Refusal.conflict("the job does not run")));
    }
    Resize active = grant.sizes().active();
    Wish wish = ask.wish();
    if (active != null && wish.request().equals(active.request())) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    if (!grant.sizes().settled()) {
      return PartitionOutcome.of(new PartitionReply.Queued());
    }
    int size = grant.allocation().slices().size();
    int wanted = wish.kind().adds() ? size + wish.nodes() : size - wish.nodes();
    String why = whyNot(grant, wanted);
    if (why != null) {
      return PartitionOutcome.of(new PartitionReply.Refused(Refusal.conflict(why)));
    }
    List<Slice> slices =
        wish.kind().adds() ? chosen(state, grant, wanted, now) : named(grant, wish);
    if (slices == null) {
      return PartitionOutcome.of(
          wish.kind().adds()
              ? new PartitionReply.TooFewFree(
                  new GrowthRules.Wanted(ask.attempt(), wanted, wish.request(), ask.mtct()),
                  TOO_FEW)
              : new PartitionReply.Refused(
                  Refusal.conflict(
                      "the nodes must be the job's own without those that it keeps, "
                          + Hostlist.compress(
                              List.copyOf(grant.allocation().kept(grant.job().resources()))))));
    }
    Resize resize =
        new Resize(grant.sizes().resizes() + 1, wish.kind(), slices, false, wish.request());
    return PartitionOutcome.of(
        new PartitionReply.Done(),
        new ResizeBegun(ask.attempt().job(), grant.attempt(), resize, now, ask.mtct()));
  }

  static PartitionOutcome close(
      PartitionState state, PartitionIntent.CloseResize close, Instant now) {
    Grant grant = held(state, close.attempt());
    Resize active = grant == null ? null : grant.sizes().active();
    boolean open = active != null && active.ledger() == close.end().ledger();
    return !open
        ? PartitionOutcome.of(new PartitionReply.Done())
        : PartitionOutcome.of(
            new PartitionReply.Done(),
            new ResizeClosed(
                close.job(),
                close.end().attempt(),
                close.end().ledger(),
                close.end().result(),
                close.end().slices(),
                close.end().forced(),
                now));
  }

  static PartitionOutcome returned(
      PartitionState state, PartitionIntent.ReturnNode node, Instant now) {
    Grant grant = held(state, node.attempt());
    if (grant == null) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    boolean leaving =
        grant.sizes().leaving().stream()
            .anyMatch(l -> l.node().equals(node.node()) && l.came() == node.came());
    boolean held =
        grant.allocation().nodes().contains(node.node())
            && !grant.allocation().kept(grant.job().resources()).contains(node.node())
            && grant.sizes().cameWith(node.node()) == node.came();
    return leaving || held
        ? PartitionOutcome.of(
            new PartitionReply.Done(),
            new NodeReturned(node.attempt().job(), grant.attempt(), node.node(), now))
        : PartitionOutcome.of(new PartitionReply.Done());
  }

  /** The grant of that attempt, or null. */
  static @Nullable Grant held(PartitionState state, AttemptId attempt) {
    Grant grant = state.grants().get(attempt.job());
    return grant != null && grant.attempt() == attempt.attempt() ? grant : null;
  }

  /** True when a malleable job has that size, or is on its way to it: the order comes again. */
  private static boolean agreed(Grant grant, int nodes) {
    if (grant.job().malleable() == null) {
      return false;
    }
    int size = grant.allocation().slices().size();
    Resize active = grant.sizes().active();
    if (active == null) {
      return nodes == size;
    }
    return nodes
        == (active.kind().adds() ? size + active.slices().size() : size - active.slices().size());
  }

  /** Why a job cannot have that size now, or null. */
  static @Nullable String whyNot(Grant grant, int nodes) {
    Malleability malleable = grant.job().malleable();
    int size = grant.allocation().slices().size();
    if (malleable == null) {
      return "its size is fixed; give --min-nodes or --max-nodes when you submit it";
    }
    SizeRange sizes = malleable.sizes(grant.job().resources().leastNodes());
    if (!sizes.isLegal(nodes)) {
      return "it takes %d to %d nodes%s"
          .formatted(
              sizes.min(),
              sizes.max(),
              switch (sizes.constraint()) {
                case ANY -> "";
                case POWER_OF_TWO -> ", powers of two";
                case EVEN -> ", even numbers";
                case ODD -> ", odd numbers";
                case CUBIC -> ", cubes";
              });
    }
    if (nodes == size) {
      return "it has that size";
    }
    return grant.sizes().settled() ? null : "its size is changing just now";
  }

  private static @Nullable Resize resize(
      PartitionState state, Grant grant, PartitionIntent.Resizing wanted, Instant now) {
    boolean adds = wanted.nodes() > grant.allocation().slices().size();
    List<Slice> planned = wanted.planned();
    List<Slice> slices =
        planned == null
            ? chosen(state, grant, wanted.nodes(), now)
            : (!adds || planned.stream().allMatch(slice -> idle(state, slice)) ? planned : null);
    return slices == null
        ? null
        : new Resize(
            grant.sizes().resizes() + 1,
            adds ? Kind.EXPAND : Kind.SHRINK,
            slices,
            wanted.mandatory() && !adds,
            null);
  }

  private static boolean idle(PartitionState state, Slice slice) {
    NodeRecord node = state.nodes().get(slice.node());
    return node != null && node.available() && node.jobs() == 0;
  }

  /** The slices that come or go with a size for which nobody has chosen any, or null. */
  static @Nullable List<Slice> chosen(PartitionState state, Grant grant, int nodes, Instant now) {
    List<NodeView> views =
        ReservationRules.left(state, grant, now).stream().map(NodeRecord::view).toList();
    return GrowthRules.change(grant, nodes, FreeResources.of(views));
  }

  /** The slices that a program gives back: those that it names, or the last ones. */
  private static @Nullable List<Slice> named(Grant grant, Wish wish) {
    List<Slice> own = grant.allocation().slices();
    if (wish.names().isEmpty()) {
      return GrowthRules.lentLast(grant).subList(own.size() - wish.nodes(), own.size());
    }
    List<NodeName> names = wish.names();
    Set<NodeName> kept = grant.allocation().kept(grant.job().resources());
    List<Slice> slices =
        own.stream().filter(s -> names.contains(s.node()) && !kept.contains(s.node())).toList();
    return slices.size() == names.size() && names.size() == wish.nodes() ? slices : null;
  }
}

package io.pliant.core.partition;

import io.pliant.core.adaptation.Resize;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.ResizePace;
import io.pliant.core.view.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.pcollections.TreePMap;

/** How resizes change the ledger: a node is occupied from the moment it is held until let go of. */
final class ResizeBook {
  private ResizeBook() {}

  static PartitionState begun(PartitionState state, PartitionEvent.ResizeBegun event) {
    Grant grant = grant(state, event.job());
    BorrowedNodes borrowed = event.borrowed();
    TreePMap<NodeName, NodeRecord> nodes = state.nodes();
    if (event.resize().kind().adds()) {
      for (Slice slice : event.resize().slices()) {
        if (borrowed == null || !borrowed.has(slice.node())) {
          nodes = nodes.plus(slice.node(), state.node(slice.node()).occupied(slice));
        }
      }
    }
    Progress soFar =
        grant
            .soFar()
            .resizing(
                event.at(),
                grant.allocation().slices().size(),
                grant.job().resources().minNodes(),
                event.mtct());
    Grant now = grant.with(grant.allocation(), grant.sizes().begun(event.resize()), soFar);
    return borrowed == null
        ? state.with(nodes, now)
        : state
            .with(nodes, now.growing(borrowed))
            .withLeases(state.leases().borrowed(grant.job().attemptId(), borrowed));
  }

  static PartitionState closed(PartitionState state, PartitionEvent.ResizeClosed event) {
    Grant grant = grant(state, event.job());
    Sizes sizes = grant.sizes();
    Resize resize = Objects.requireNonNull(sizes.active(), "a resize that is closed is active");
    boolean made = event.result().committed() || (event.forced() && !resize.kind().adds());
    Progress soFar = grant.soFar().resized(event.at(), made);
    List<NodeName> named = event.slices().stream().map(Slice::node).toList();
    if (resize.kind().adds()) {
      List<Slice> added = resize.slices().stream().filter(s -> named.contains(s.node())).toList();
      List<Sizes.Leaving> going =
          resize.slices().stream()
              .filter(s -> !named.contains(s.node()))
              .map(s -> new Sizes.Leaving(s, resize.ledger(), true, event.at()))
              .toList();
      List<Slice> all = new ArrayList<>(grant.allocation().slices());
      all.addAll(added);
      return state.with(
          state.nodes(),
          grant.with(
              new Allocation(all),
              sizes.closed(event.result().committed(), added, going, event.at()),
              soFar));
    }
    List<Slice> left = new ArrayList<>();
    List<Sizes.Leaving> going = new ArrayList<>();
    Set<NodeName> kept = grant.allocation().kept(grant.job().resources());
    for (Slice slice : grant.allocation().slices()) {
      if (named.contains(slice.node()) && !kept.contains(slice.node())) {
        going.add(
            new Sizes.Leaving(slice, sizes.cameWith(slice.node()), event.forced(), event.at()));
      } else {
        left.add(slice);
      }
    }
    return state.with(
        state.nodes(),
        grant.with(new Allocation(left), sizes.closed(made, List.of(), going, event.at()), soFar));
  }

  /** How long resizes take, after one more of which the program made what was wanted. */
  static ResizePace pace(PartitionState state, PartitionEvent.ResizeClosed event) {
    Grant grant = grant(state, event.job());
    Instant begun = grant.soFar().begun();
    Resize resize = grant.sizes().active();
    if (begun == null || resize == null || !event.result().committed()) {
      return state.memory().pace();
    }
    int from = grant.allocation().slices().size();
    int change = resize.slices().size();
    int to = resize.kind().adds() ? from + change : from - change;
    return state.memory().pace().after(from, to, Duration.between(begun, event.at()).toMillis());
  }

  static PartitionState returned(PartitionState state, PartitionEvent.NodeReturned event) {
    Grant grant = grant(state, event.job());
    Slice slice =
        grant.occupied().stream()
            .filter(s -> s.node().equals(event.node()))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("not held: " + event));
    List<Slice> left =
        grant.allocation().slices().stream().filter(s -> !s.node().equals(event.node())).toList();
    Grant now =
        grant.with(new Allocation(left), grant.sizes().without(event.node()), grant.soFar());
    return grant.isLent(event.node())
        ? state
            .with(state.nodes(), now.givenBack(event.node()))
            .withLeases(
                state
                    .leases()
                    .givenBack(
                        grant.loans().stream().map(loan -> loan.only(event.node())).toList()))
        : state.with(
            state.nodes().plus(event.node(), state.node(event.node()).vacated(slice)), now);
  }

  private static Grant grant(PartitionState state, JobId job) {
    return Objects.requireNonNull(state.grants().get(job), () -> "no grant of job " + job);
  }
}

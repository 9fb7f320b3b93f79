package io.pliant.core.lending;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.Sizes;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs of a {@link LendingWorld} that change size: each resize takes them a while, expansions
 * come through or not, and nodes that they leave are let go of one by one.
 */
final class GrowingPrograms {
  final List<Grown> grown = new ArrayList<>();
  int grownOnLentNodes;
  int shrunk;
  private final LendingWorld world;
  private int requests;

  GrowingPrograms(LendingWorld world) {
    this.world = world;
  }

  /** Sizes from 1 to so many nodes. */
  static Malleability upTo(int nodes) {
    return new Malleability(1, nodes, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null);
  }

  void told(List<Grown> some) {
    grown.addAll(some);
  }

  /** A program asks for so many nodes more. */
  void ask(PartitionName home, JobId job, int nodes) {
    Wish wish = new Wish("r" + requests++, Kind.GROW, nodes, List.of());
    world.partition(home).decide(new PartitionIntent.AskResize(new AttemptId(job, 1), wish));
  }

  void resizing(PartitionName home, PartitionEvent.ResizeBegun event) {
    if (event.borrowed() != null) {
      grownOnLentNodes++;
    }
    if (event.resize().mandatory()) {
      shrunk++;
    }
    world.after(soon(), () -> close(home, event));
  }

  private Duration soon() {
    return Duration.ofMillis(50 + world.random().nextInt(1_500));
  }

  private void close(PartitionName home, PartitionEvent.ResizeBegun event) {
    Resize resize = event.resize();
    boolean comes = resize.mandatory() || world.random().nextInt(4) > 0;
    int came = comes ? 1 + world.random().nextInt(resize.slices().size()) : 0;
    List<Slice> slices = resize.kind().adds() ? resize.slices().subList(0, came) : resize.slices();
    Result result =
        !comes
            ? Result.REFUSED
            : slices.size() == resize.slices().size() ? Result.COMMITTED : Result.COMMITTED_IN_PART;
    List<Slice> said = comes ? slices : List.of();
    LedgerEnd end = new LedgerEnd(event.attempt(), resize.ledger(), result, said, false);
    world.partition(home).decide(new PartitionIntent.CloseResize(event.job(), end));
    Grant grant = world.partition(home).state().grants().get(event.job());
    if (grant != null) {
      for (Sizes.Leaving leaving : grant.sizes().leaving()) {
        world.after(
            soon(),
            () ->
                world
                    .partition(home)
                    .decide(
                        new PartitionIntent.ReturnNode(
                            grant.job().attemptId(), leaving.node(), leaving.came())));
      }
    }
  }
}

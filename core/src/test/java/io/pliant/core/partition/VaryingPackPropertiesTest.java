package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.placement.Placement;
import io.pliant.core.plan.Decision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A pack whose last component changes its size, by orders, by wishes of the program and by nodes
 * that it gives back, in any order: all other components keep their nodes.
 */
class VaryingPackPropertiesTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final JobId JOB = new JobId(1);
  private static final AttemptId FIRST = new AttemptId(JOB, 1);
  private static final Instant NOW = Instant.EPOCH;
  private static final int NODES = 12;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);

  @Property(tries = 300)
  void shouldKeepTheNodesOfAllComponentsButTheLast(@ForAll Random random) {
    // given
    ResourceRequest pack = pack(random);
    int fixed = pack.leastNodes() - pack.components().getLast().minNodes();
    start(pack, fixed, random);
    List<Allocation> atFirst = parts(pack);

    for (int i = 0; i < 30; i++) {
      // when
      anything(random);

      // then
      List<Allocation> now = parts(pack);
      int last = now.size() - 1;
      assertThat(now.subList(0, last)).isEqualTo(atFirst.subList(0, last));
      assertThat(now.get(last).slices())
          .hasSize(grant().allocation().slices().size() - fixed)
          .allMatch(slice -> slice.tasks() == 2);
      assertThat(grant().allocation().kept(pack)).hasSize(fixed + 1);
    }
  }

  private static ResourceRequest pack(Random random) {
    ResourceRequest first = nodes(1 + random.nextInt(2), 1 + random.nextInt(3));
    List<ResourceRequest> further = new ArrayList<>();
    if (random.nextBoolean()) {
      further.add(nodes(1 + random.nextInt(2), 1));
    }
    further.add(nodes(1 + random.nextInt(3), 2));
    return first.with(new Components(further)).varying();
  }

  private static ResourceRequest nodes(int nodes, int tasksOnEach) {
    return new ResourceRequest(nodes, nodes, nodes * tasksOnEach, 1, 0, false);
  }

  private void start(ResourceRequest pack, int fixed, Random random) {
    state = PartitionState.empty(MAIN);
    for (int i = 1; i <= NODES; i++) {
      tell(
          new PartitionIntent.NodeSeen(
              new NodeName("n%02d".formatted(i)), new NodeCapacity(4, 1000), List.of()));
    }
    Malleability sizes =
        new Malleability(
            fixed + 1, fixed + 6, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null);
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                JOB, 1, "pack", "alice", pack, null, false, null, NOW, null, sizes, null, null)));
    ResourceRequest asked = pack.onNodes(fixed + 1 + random.nextInt(4));
    FreeResources free =
        FreeResources.of(state.nodes().values().stream().map(NodeRecord::view).toList());
    Allocation place = Objects.requireNonNull(Placement.place(asked, free));
    tell(new PartitionIntent.StartJobs(List.of(new Decision.Start(JOB, place))));
    assertThat(grant().allocation()).isEqualTo(place);
  }

  private void anything(Random random) {
    Resize active = grant().sizes().active();
    List<NodeName> own = grant().allocation().nodes();
    NodeName one = own.get(random.nextInt(own.size()));
    switch (random.nextInt(4)) {
      case 0 ->
          tell(
              new PartitionIntent.BeginResizes(
                  List.of(
                      new PartitionIntent.Resizing(
                          JOB, random.nextInt(NODES + 1), random.nextBoolean()))));
      case 1 ->
          tell(
              new PartitionIntent.AskResize(
                  FIRST, new Wish("r" + random.nextInt(), Kind.RELEASE, 1, List.of(one))));
      case 2 -> {
        if (active != null) {
          close(active, random);
        }
      }
      default -> {
        NodeName gone =
            grant().sizes().leaving().isEmpty() ? one : grant().sizes().leaving().getFirst().node();
        tell(new PartitionIntent.ReturnNode(FIRST, gone, came(gone)));
      }
    }
  }

  private long came(NodeName node) {
    return grant().sizes().leaving().stream()
        .filter(leaving -> leaving.node().equals(node))
        .map(Sizes.Leaving::came)
        .findFirst()
        .orElseGet(() -> grant().sizes().cameWith(node));
  }

  private void close(Resize active, Random random) {
    List<Slice> made = active.slices().subList(0, random.nextInt(active.slices().size() + 1));
    Result result =
        made.isEmpty()
            ? Result.REFUSED
            : made.size() == active.slices().size() ? Result.COMMITTED : Result.COMMITTED_IN_PART;
    tell(
        new PartitionIntent.CloseResize(
            JOB, new LedgerEnd(1, active.ledger(), result, made, false)));
  }

  private List<Allocation> parts(ResourceRequest pack) {
    return Objects.requireNonNull(grant().allocation().byComponent(pack));
  }

  private Grant grant() {
    return Objects.requireNonNull(state.grants().get(JOB));
  }

  private void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, NOW).events().forEach(event -> state = state.evolve(event));
  }
}

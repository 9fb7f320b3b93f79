package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.energy.CountedEnergy;
import io.pliant.core.energy.EnergyBook;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.EnergyTally;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.energy.Share;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who holds what, for energy: from the moment a node is held until it is let go of. */
final class EnergyStaysTest {
  private static final JobId JOB = new JobId(1);
  private static final AttemptId TENANT = new AttemptId(JOB, 1);
  private static final NodeName ONE = new NodeName("n1");
  private static final NodeName TWO = new NodeName("n2");
  private static final long SECOND = 1_000_000;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              new PartitionName("main"), true, "*", "easy", Duration.ofHours(1), null, false, 5));
  private final EnergyTally tally =
      new EnergyTally(new EnergyTally.Rule(10 * SECOND, 7_200 * SECOND));
  private PartitionState state = PartitionState.empty(new PartitionName("main"));

  @BeforeEach
  void runAJobOnOneOfTwoNodesWithMeters() {
    for (NodeName node : List.of(ONE, TWO)) {
      evolve(new PartitionEvent.NodeRegistered(node, new NodeCapacity(4, 1000), at(0)));
      meter(node, 0, 1);
    }
    write(1);
    evolve(
        new PartitionEvent.JobEnqueued(
            new QueuedJob(
                JOB,
                1,
                "heat",
                "ada",
                ResourceRequest.wholeNodes(1),
                Duration.ofHours(1),
                false,
                null,
                at(0),
                null),
            1,
            at(1),
            null));
    evolve(new PartitionEvent.NodesAllocated(JOB, 1, new Allocation(List.of(slice(ONE))), at(2)));
  }

  @Test
  void shouldCountANodeFromWhenItIsHeldUntilItIsLetGoOf() {
    Resize grow = new Resize(1, Kind.EXPAND, List.of(slice(TWO)), true, null);
    evolve(new PartitionEvent.ResizeBegun(JOB, 1, grow, at(10)));
    evolve(
        new PartitionEvent.ResizeClosed(
            JOB, 1, 1, Result.COMMITTED, List.of(slice(TWO)), false, at(12)));
    Resize shrink = new Resize(2, Kind.SHRINK, List.of(slice(TWO)), true, null);
    evolve(new PartitionEvent.ResizeBegun(JOB, 1, shrink, at(20)));
    evolve(
        new PartitionEvent.ResizeClosed(
            JOB, 1, 2, Result.COMMITTED, List.of(slice(TWO)), false, at(22)));
    evolve(new PartitionEvent.NodeReturned(JOB, 1, TWO, at(25)));
    evolve(new PartitionEvent.NodesReleased(JOB, 1, at(30), null, null));
    meter(ONE, 1, 40);
    meter(TWO, 1, 40);

    List<Share> shares = write(40);

    assertThat(shares).extracting(Share::nodes).containsExactly(1, 2, 1);
    assertThat(shares)
        .extracting(Share::from)
        .containsExactly(2 * SECOND, 12 * SECOND, 22 * SECOND);
    assertThat(shares).extracting(Share::to).containsExactly(12 * SECOND, 22 * SECOND, 30 * SECOND);
    assertThat(shares)
        .extracting(share -> share.energy().microjoules() / SECOND)
        .containsExactly(100L * (10 + 2), 100L * (10 + 10), 100L * (8 + 3));
    assertThat(shares).extracting(share -> share.energy().peakWatts()).containsOnly(200.0);
    assertThat(state.energy().stays()).isEmpty();
    assertThat(state.energy().tenancies()).isEmpty();
  }

  @Test
  void shouldTellWhenAllOfAJobIsCounted() {
    meter(ONE, 1, 20);
    assertThat(decide(20)).hasSize(1);
    evolve(new PartitionEvent.NodesReleased(JOB, 1, at(21), null, null));
    meter(ONE, 20, 22);
    assertThat(decide(22)).last().isEqualTo(new PartitionEvent.JobEnergyCounted(JOB, 1, at(22)));
    assertThat(state.energy().tenancies()).isEmpty();
  }

  @Test
  void shouldRefuseWhatDoesNotFollowOnWhatIsDurable() {
    meter(ONE, 1, 20);
    CountedEnergy part = Objects.requireNonNull(tally.due(state.energy()));
    PartitionIntent count = new PartitionIntent.CountEnergy(part);
    lifecycle.decide(state, count, at(20)).events().forEach(this::evolve);
    PartitionOutcome again = lifecycle.decide(state, count, at(21));
    assertThat(again.events()).isEmpty();
    assertThat(again.reply()).isInstanceOf(PartitionReply.Refused.class);
  }

  @Test
  void shouldComeBackFromASnapshotAndFromOneThatKnewNoEnergy() {
    meter(ONE, 1, 20);
    write(20);
    PartitionSnapshot snapshot = PartitionSnapshot.of(state);
    assertThat(snapshot.toState()).isEqualTo(state);
    PartitionSnapshot old =
        new PartitionSnapshot(
            snapshot.name(),
            snapshot.version(),
            snapshot.term(),
            snapshot.nextRank(),
            snapshot.nodes(),
            snapshot.queue(),
            snapshot.ranks(),
            snapshot.grants(),
            snapshot.keys(),
            snapshot.users(),
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    EnergyBook book = old.toState().energy();
    assertThat(book.nodes()).isEmpty();
    assertThat(book.stays()).isEqualTo(state.energy().stays());
    assertThat(book.tenancies()).containsOnlyKeys(TENANT);
  }

  private void evolve(PartitionEvent event) {
    state = state.evolve(event);
  }

  private void meter(NodeName node, long from, long to) {
    for (long second = from; second < to; second++) {
      EnergySpan span =
          new EnergySpan(node, second * SECOND, (second + 1) * SECOND, 100 * SECOND, false);
      PowerReport report = new PowerReport("rapl", List.of(span));
      assertThat(tally.take(state.energy(), node, report, to * SECOND))
          .isEqualTo(EnergyTally.Taken.COUNTED);
    }
  }

  private List<Share> write(long now) {
    return ((PartitionEvent.EnergyCounted) decide(now).getFirst()).shares();
  }

  private List<PartitionEvent> decide(long now) {
    CountedEnergy part = Objects.requireNonNull(tally.due(state.energy()));
    PartitionOutcome outcome =
        lifecycle.decide(state, new PartitionIntent.CountEnergy(part), at(now));
    outcome.events().forEach(this::evolve);
    return outcome.events();
  }

  private static Slice slice(NodeName node) {
    return new Slice(node, 4, 1000, 4);
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }
}

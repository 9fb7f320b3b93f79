package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.adaptation.Wish;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A job of two nodes at home that grows by another one there and two that are lent. */
final class GrowthLedgerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final PartitionName HOME = new PartitionName("home");
  private static final PartitionName LENDER = new PartitionName("lender");
  private static final JobId JOB = new JobId(7);
  private static final AttemptId ATTEMPT = new AttemptId(JOB, 1);
  private static final NodeCapacity FOUR_CPUS = new NodeCapacity(4, 8_000);
  private static final NodeName H3 = new NodeName("h3");
  private static final NodeName L1 = new NodeName("l1");
  private static final NodeName L2 = new NodeName("l2");
  private static final LeaseId LEASE = new LeaseId(HOME, 3);
  private static final GrowthRules.Wanted FIVE = new GrowthRules.Wanted(ATTEMPT, 5, "r1", 0.5);
  private static final BorrowedNodes LENT =
      new BorrowedNodes(LEASE, List.of(new BorrowedNodes.Part(LENDER, 4, List.of(L1, L2))));

  @Test
  void shouldTakeFirstWhatIsItsPartitionsAndHoldOnlyThat() {
    assertThat(GrowthRules.own(running(), FIVE, NOW)).isEqualTo(1);

    PartitionState growing = growing();

    assertThat(grant(growing).sizes().tentative())
        .extracting(Slice::node)
        .containsExactly(H3, L1, L2);
    assertThat(growing.node(H3).jobs()).isEqualTo(1);
    assertThat(growing.leases().borrower().borrowed()).containsOnlyKeys(LEASE);
    RunningJob seen = growing.view(NOW).running().getFirst();
    assertThat(seen.allocation().nodes())
        .extracting(NodeName::value)
        .containsExactly("h1", "h2", "h3");
    assertThat(PartitionSnapshot.of(growing).toState().leases()).isEqualTo(growing.leases());
  }

  @Test
  void shouldAskForMoreThanItsPartitionHas() {
    Wish wish = new Wish("r1", Kind.GROW, 3, List.of());
    PartitionReply reply =
        decide(running(), new PartitionIntent.AskResize(ATTEMPT, wish, 0.5)).reply();
    assertThat(reply).isEqualTo(new PartitionReply.TooFewFree(FIVE, "too few nodes are free"));
  }

  @Test
  void shouldKnowTheTasksOnItsOwnNodesAndNotSpeakForOthers() {
    PartitionState growing = growing();
    PartitionIntent seen = new PartitionIntent.NodeSeen(H3, FOUR_CPUS, List.of(ATTEMPT));
    assertThat(decide(growing, seen).reply()).isEqualTo(new PartitionReply.Done());
  }

  @Test
  void shouldGiveUpWhatDoesNotMakeUpTheSize() {
    PartitionState taken = running().evolve(new PartitionEvent.NodeDrained(H3, "", "root", NOW));
    assertThat(GrowthRules.begin(taken, FIVE, LENT, views(L1, L2), NOW)).isNull();
    assertThat(GrowthRules.begin(running(), FIVE, LENT, views(L1), NOW))
        .as("two of its own, of which there is one")
        .isNull();
    assertThat(
            GrowthRules.begin(
                running(),
                new GrowthRules.Wanted(ATTEMPT, 3, null, null),
                LENT,
                views(L1, L2),
                NOW))
        .as("more than it wants")
        .isNull();
  }

  @Test
  void shouldGiveBackLentNodesFirstAndEachForItself() {
    PartitionState grown = closed(growing());
    assertThat(decide(grown, shrinkTo(4)).events())
        .singleElement()
        .isInstanceOfSatisfying(
            PartitionEvent.ResizeBegun.class,
            begun -> assertThat(begun.resize().nodes()).containsExactly(L2));

    PartitionEvent.ResizeBegun back =
        Objects.requireNonNull(GrowthRules.giveBack(grown, LEASE, LENDER, 1, NOW));
    assertThat(back.resize().mandatory()).isTrue();
    assertThat(back.resize().nodes()).containsExactly(L2);
    assertThat(GrowthRules.giveBack(grown, LEASE, HOME, 1, NOW)).as("not the lender's").isNull();
    assertThat(GrowthRules.giveBack(growing(), LEASE, LENDER, 1, NOW))
        .as("while it still grows")
        .isNull();

    PartitionState left = grown.evolve(back);
    left =
        left.evolve(
            new PartitionEvent.ResizeClosed(
                JOB, 1, 2, Result.COMMITTED, back.resize().slices(), false, NOW));
    left = left.evolve(new PartitionEvent.NodeReturned(JOB, 1, L2, NOW));
    assertThat(left.leases().borrower().borrowed().values())
        .singleElement()
        .extracting(loan -> loan.nodes().get(LENDER))
        .isEqualTo(new TreeSet<>(List.of(L1)));
    assertThat(grant(left).isLent(L1)).isTrue();
    assertThat(grant(left).isLent(L2)).isFalse();

    PartitionState over = left.evolve(new PartitionEvent.NodesReleased(JOB, 1, NOW, null, null));
    assertThat(over.leases().isEmpty()).isTrue();
    assertThat(over.nodes().values()).allMatch(node -> node.jobs() == 0);
  }

  /** Each lease is an account of its own at its lender, but the attempt has only one. */
  @Test
  void shouldKeepTheAccountOfAnAttemptOpenWhileOneOfTwoLeasesIsLeft() {
    PartitionState lender = nodes(LENDER, "l1", "l2");
    LeaseId later = new LeaseId(HOME, 9);
    PartitionState lent = lend(lend(lender, LEASE, L1), later, L2);
    assertThat(lent.energy().tenantsOn(L2)).containsExactly(ATTEMPT);
    PartitionState back =
        lent.evolve(new PartitionEvent.NodesReturned(LEASE, List.of(L1), NOW.plusSeconds(1)));
    assertThat(back.energy().tenantsOn(L2)).containsExactly(ATTEMPT);
    assertThat(back.energy().tenancies().get(ATTEMPT)).isNotNull();
  }

  private static PartitionState lend(PartitionState state, LeaseId lease, NodeName node) {
    Slice whole = LeaseRules.whole(state.node(node));
    return state.evolve(
        new PartitionEvent.NodesLent(
            lease, ATTEMPT, List.of(whole), NOW.plusSeconds(60), NOW, true));
  }

  private static PartitionIntent shrinkTo(int nodes) {
    return new PartitionIntent.BeginResizes(
        List.of(new PartitionIntent.Resizing(JOB, nodes, true, null, null)));
  }

  private static PartitionState growing() {
    PartitionEvent.ResizeBegun begun =
        Objects.requireNonNull(GrowthRules.begin(running(), FIVE, LENT, views(L1, L2), NOW));
    assertThat(begun.resize().request()).isEqualTo("r1");
    assertThat(begun.resize().kind()).isEqualTo(Kind.GROW);
    return running().evolve(begun);
  }

  private static PartitionState closed(PartitionState growing) {
    Resize resize = Objects.requireNonNull(grant(growing).sizes().active());
    return growing.evolve(
        new PartitionEvent.ResizeClosed(
            JOB, 1, resize.ledger(), Result.COMMITTED, resize.slices(), false, NOW));
  }

  private static List<NodeView> views(NodeName... nodes) {
    return List.of(nodes).stream()
        .map(node -> NodeView.of(node, FOUR_CPUS, FOUR_CPUS.resources(), 0, true))
        .toList();
  }

  private static PartitionOutcome decide(PartitionState state, PartitionIntent intent) {
    PartitionSettings settings =
        new PartitionSettings(HOME, false, "*", "easy", Duration.ofHours(1), null, false, 30);
    return new PartitionLifecycle(settings).decide(state, intent, NOW);
  }

  private static Grant grant(PartitionState state) {
    return Objects.requireNonNull(GrowthRules.grant(state, ATTEMPT));
  }

  private static PartitionState running() {
    QueuedJob job =
        new QueuedJob(
            JOB,
            1,
            "heat",
            "ada",
            ResourceRequest.wholeNodes(2),
            Duration.ofMinutes(10),
            false,
            null,
            NOW,
            null,
            new Malleability(1, 8, SizeConstraint.ANY, Terms.OnOffer.ACCEPT, null, null, null),
            null,
            null);
    Allocation place =
        new Allocation(
            List.of(
                new Slice(new NodeName("h1"), 4, 8_000, 1),
                new Slice(new NodeName("h2"), 4, 8_000, 1)));
    return nodes(HOME, "h1", "h2", "h3")
        .evolve(new PartitionEvent.LeaseNumbersUsed(1000, NOW))
        .evolve(new PartitionEvent.JobEnqueued(job, 1, NOW, null))
        .evolve(new PartitionEvent.NodesAllocated(JOB, 1, place, NOW));
  }

  private static PartitionState nodes(PartitionName partition, String... names) {
    PartitionState state = PartitionState.empty(partition);
    for (String name : names) {
      state = state.evolve(new PartitionEvent.NodeRegistered(new NodeName(name), FOUR_CPUS, NOW));
    }
    return state;
  }
}

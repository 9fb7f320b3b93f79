package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.lease.BorrowedNodes;
import io.pliant.core.lease.LeaseId;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.RunningJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What leases do to the ledgers of lender and borrower. */
final class LeaseLedgerTest {
  private static final Instant NOW = Instant.parse("2026-05-01T08:00:00Z");
  private static final Instant END = NOW.plusSeconds(600);
  private static final PartitionName LENDER = new PartitionName("lender");
  private static final PartitionName HOME = new PartitionName("home");
  private static final LeaseId LEASE = new LeaseId(HOME, 3);
  private static final JobId JOB = new JobId(7);
  private static final AttemptId TENANT = new AttemptId(JOB, 2);
  private static final NodeCapacity FOUR_CPUS = new NodeCapacity(4, 8_000);
  private static final NodeName N1 = new NodeName("n1");
  private static final NodeName N2 = new NodeName("n2");

  @Test
  void shouldCountLentNodesAsInUseUntilTheyAreReturned() {
    PartitionState lent = lent();

    assertThat(lent.node(N1).stateWord()).isEqualTo("allocated");
    assertThat(LeaseRules.idle(lent, NOW)).containsExactly(N2);
    assertThat(LeaseRules.ends(lent, NOW)).containsExactly(Map.entry(END, 1));
    RunningJob seen = lent.view(NOW).running().getFirst();
    assertThat(seen.job()).isEqualTo(JOB);
    assertThat(seen.expectedEnd()).isEqualTo(END);
    assertThat(lent.energy().tenantsOn(N1)).containsExactly(TENANT);

    PartitionState back =
        lent.evolve(new PartitionEvent.NodesReturned(LEASE, List.of(N1), NOW.plusSeconds(5)));
    assertThat(LeaseRules.idle(back, NOW)).containsExactly(N1, N2);
    assertThat(back.view(NOW).running()).isEmpty();
    assertThat(back.leases()).isEqualTo(LeaseBook.NONE);
  }

  /** Its capacity may have changed meanwhile: what was in use is what is free again. */
  @Test
  void shouldFreeAllOfANodeThatHasBecomeLarger() {
    PartitionState larger =
        lent()
            .evolve(new PartitionEvent.NodeRegistered(N1, new NodeCapacity(8, 16_000), NOW))
            .evolve(new PartitionEvent.NodesReturned(LEASE, List.of(N1), NOW));
    assertThat(larger.node(N1).usedCpus()).isZero();
    assertThat(larger.node(N1).usedMemoryMb()).isZero();
  }

  @Test
  void shouldKnowTheTasksOfTheTenantAndOfNobodyElse() {
    PartitionLifecycle lifecycle = new PartitionLifecycle(settings(LENDER));
    AttemptId other = new AttemptId(JOB, 1);
    PartitionOutcome seen =
        lifecycle.decide(
            lent(), new PartitionIntent.NodeSeen(N1, FOUR_CPUS, List.of(TENANT, other)), NOW);
    assertThat(seen.reply()).isEqualTo(new PartitionReply.StaleTasks(List.of(other)));
  }

  @Test
  void shouldSetNoLentNodeAsideBeforeItIsBack() {
    PartitionLifecycle lifecycle = new PartitionLifecycle(settings(LENDER));
    assertThat(reserve(lifecycle, END.minusSeconds(60)))
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class,
            refused -> assertThat(refused.refusal().reason()).contains("job 7 may be on n1"));
    assertThat(reserve(lifecycle, END.plusSeconds(60)))
        .isNotInstanceOf(PartitionReply.Refused.class);
  }

  private static PartitionReply reserve(PartitionLifecycle lifecycle, Instant start) {
    ReservationRequest wanted =
        new ReservationRequest(
            "window",
            start,
            start.plusSeconds(600),
            List.of(N1),
            0,
            List.of("ada"),
            false,
            false,
            null,
            null);
    return lifecycle.decide(lent(), new PartitionIntent.Reserve(wanted, "root"), NOW).reply();
  }

  @Test
  void shouldHoldNothingOfANodeAtHomeByABorrowedGrant() {
    PartitionState runs = borrowed();
    assertThat(runs.grants()).containsKey(JOB);
    assertThat(runs.node(new NodeName("h1")).jobs()).isZero();
    assertThat(runs.view(NOW).running()).isEmpty();
    assertThat(runs.leases().borrower().borrowed()).containsOnlyKeys(LEASE);
    assertThat(runs.energy().tenancies()).isEmpty();

    PartitionLifecycle lifecycle = new PartitionLifecycle(settings(HOME));
    PartitionState over = runs;
    for (PartitionEvent event :
        lifecycle
            .decide(runs, new PartitionIntent.Release(TENANT, null), NOW.plusSeconds(9))
            .events()) {
      over = over.evolve(event);
    }
    assertThat(over.grants()).isEmpty();
    assertThat(over.leases().borrower().borrowed()).isEmpty();
  }

  @Test
  void shouldReadTheSameFromASnapshot() {
    for (PartitionState state : List.of(lent(), borrowed())) {
      PartitionState read = PartitionSnapshot.of(state).toState();
      assertThat(read.leases()).isEqualTo(state.leases());
      assertThat(read.grants()).isEqualTo(state.grants());
      assertThat(read.nodes()).isEqualTo(state.nodes());
    }
  }

  private static PartitionState lent() {
    Slice whole = LeaseRules.whole(nodes(LENDER, "n1", "n2").node(N1));
    return nodes(LENDER, "n1", "n2")
        .evolve(new PartitionEvent.NodesLent(LEASE, TENANT, List.of(whole), END, NOW));
  }

  private static PartitionState borrowed() {
    QueuedJob job =
        new QueuedJob(
            JOB,
            2,
            "wide",
            "ada",
            ResourceRequest.wholeNodes(1),
            Duration.ofMinutes(10),
            false,
            null,
            NOW,
            null);
    Allocation place = new Allocation(List.of(new Slice(N1, 4, 8_000, 1)));
    BorrowedNodes whose =
        new BorrowedNodes(LEASE, List.of(new BorrowedNodes.Part(LENDER, 5, List.of(N1))));
    PartitionState state =
        nodes(HOME, "h1")
            .evolve(new PartitionEvent.LeaseNumbersUsed(1000, NOW))
            .evolve(new PartitionEvent.JobEnqueued(job, 1, NOW, null))
            .evolve(new PartitionEvent.NodesAllocated(JOB, 2, place, NOW, null, whose));
    assertThat(whose.byLender())
        .isEqualTo(new TreeMap<>(Map.of(LENDER, new TreeSet<>(List.of(N1)))));
    return state;
  }

  private static PartitionState nodes(PartitionName partition, String... names) {
    PartitionState state = PartitionState.empty(partition);
    for (String name : names) {
      state = state.evolve(new PartitionEvent.NodeRegistered(new NodeName(name), FOUR_CPUS, NOW));
    }
    return state;
  }

  private static PartitionSettings settings(PartitionName name) {
    return new PartitionSettings(name, true, "*", "easy", Duration.ofHours(1), null, false, 30);
  }
}

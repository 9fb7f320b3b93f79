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
import io.pliant.core.plan.Decision;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResizeLedgerTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final NodeCapacity FOUR = new NodeCapacity(4, 1000);
  private static final JobId JOB = new JobId(1);
  private static final Instant NOW = Instant.EPOCH;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);

  @BeforeEach
  void runAMalleableJobOnTwoOfFiveNodes() {
    for (int i = 1; i <= 5; i++) {
      tell(new PartitionIntent.NodeSeen(node(i), FOUR, List.of()));
    }
    Malleability sizes =
        new Malleability(1, 4, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null);
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                JOB,
                1,
                "heat",
                "alice",
                ResourceRequest.wholeNodes(2),
                null,
                false,
                null,
                NOW,
                null,
                sizes,
                null,
                null)));
    Allocation two = new Allocation(List.of(slice(1), slice(2)));
    tell(new PartitionIntent.StartJobs(List.of(new Decision.Start(JOB, two))));
  }

  @Test
  void shouldHoldNodesTentativelyAndMakeThemTheJobsWhenTheExpansionIsCommitted() {
    resizeTo(4, false);
    assertThat(grant().allocation().nodes()).containsExactly(node(1), node(2));
    assertThat(grant().sizes().tentative()).containsExactly(slice(3), slice(4));
    assertThat(idle()).containsExactly(node(5));

    close(1, Result.COMMITTED, List.of(slice(3), slice(4)), false);

    assertThat(grant().allocation().nodes()).hasSize(4);
    assertThat(grant().sizes().settled()).isTrue();
    assertThat(idle()).containsExactly(node(5));
  }

  @Test
  void shouldFreeNodesOfAFailedExpansionOnlyWhenTheJobLetsGoOfThem() {
    resizeTo(4, false);
    close(1, Result.COMMITTED_IN_PART, List.of(slice(4)), false);

    assertThat(grant().allocation().nodes()).containsExactly(node(1), node(2), node(4));
    assertThat(grant().sizes().leaving()).extracting(l -> l.node()).containsExactly(node(3));
    assertThat(idle()).containsExactly(node(5));

    giveBack(3, 1);

    assertThat(idle()).containsExactly(node(3), node(5));
  }

  @Test
  void shouldFreeTheNodesOfAShrinkOneByOne() {
    resizeTo(4, false);
    close(1, Result.COMMITTED, List.of(slice(3), slice(4)), false);
    resizeTo(1, true);
    close(2, Result.COMMITTED, List.of(slice(2), slice(3), slice(4)), false);
    assertThat(idle()).containsExactly(node(5));

    giveBack(3, 1);
    assertThat(idle()).containsExactly(node(3), node(5));
    giveBack(2, 0);
    giveBack(4, 1);

    assertThat(idle()).containsExactly(node(2), node(3), node(4), node(5));
    assertThat(grant().sizes().settled()).isTrue();
  }

  @Test
  void shouldNotTakeALateMessageAboutAnEarlierStayForThePresentOne() {
    resizeTo(1, true);
    close(1, Result.COMMITTED, List.of(slice(2)), false);
    giveBack(2, 0);
    resizeTo(2, false);
    close(2, Result.COMMITTED, List.of(slice(2)), false);

    giveBack(2, 0);

    assertThat(grant().allocation().nodes()).containsExactly(node(1), node(2));
  }

  @Test
  void shouldBeginNothingNewWhileNodesAreLeaving() {
    resizeTo(1, true);
    close(1, Result.COMMITTED, List.of(slice(2)), false);

    assertThat(order(2)).first().asString().contains("its size is changing just now");
  }

  @Test
  void shouldRefuseSizesOutsideTheJobsBounds() {
    assertThat(order(5)).first().asString().contains("it takes 1 to 4 nodes");
    assertThat(order(2)).first().asString().contains("it has that size");
  }

  @Test
  void shouldSucceedWhenAnOperatorsOrderComesAgain() {
    resizeTo(4, true);
    long version = state.version();
    resizeTo(4, true);
    assertThat(state.version()).as("while it is under way").isEqualTo(version);
    close(1, Result.COMMITTED, List.of(slice(3), slice(4)), false);
    resizeTo(4, true);
    resizeTo(1, true);
    resizeTo(1, true);

    assertThat(grant().sizes().resizes()).isEqualTo(2);
  }

  @Test
  void shouldGrantARequestOnceHoweverOftenItIsAsked() {
    Wish grow = new Wish("r1", Kind.GROW, 1, List.of());
    tell(new PartitionIntent.AskResize(new AttemptId(JOB, 1), grow));
    long version = state.version();

    assertThat(tell(new PartitionIntent.AskResize(new AttemptId(JOB, 1), grow)))
        .isInstanceOf(PartitionReply.Done.class);

    assertThat(state.version()).isEqualTo(version);
    assertThat(Objects.requireNonNull(grant().sizes().active()).request()).isEqualTo("r1");
  }

  @Test
  void shouldReleaseTheNodesThatTheProgramNamesButNotTheLeaders() {
    Wish leader = new Wish("r1", Kind.RELEASE, 1, List.of(node(1)));
    assertThat(tell(new PartitionIntent.AskResize(new AttemptId(JOB, 1), leader)))
        .isInstanceOfSatisfying(
            PartitionReply.Refused.class, r -> assertThat(r.refusal().reason()).contains("n1"));

    tell(
        new PartitionIntent.AskResize(
            new AttemptId(JOB, 1), new Wish("r2", Kind.RELEASE, 1, List.of(node(2)))));

    assertThat(Objects.requireNonNull(grant().sizes().active()).nodes()).containsExactly(node(2));
  }

  @Test
  void shouldFreeEverythingWhenTheJobEndsInTheMiddle() {
    resizeTo(4, false);

    tell(new PartitionIntent.Release(new AttemptId(JOB, 1), null));

    assertThat(idle()).hasSize(5);
  }

  @Test
  void shouldComeBackFromASnapshotInTheMiddleOfAResize() {
    resizeTo(4, false);

    PartitionState again = PartitionSnapshot.of(state).toState();

    assertThat(again).isEqualTo(state);
  }

  private void resizeTo(int nodes, boolean mandatory) {
    PartitionReply reply =
        tell(
            new PartitionIntent.BeginResizes(
                List.of(new PartitionIntent.Resizing(JOB, nodes, mandatory))));
    assertThat(reply).isEqualTo(new PartitionReply.Resizes(List.of()));
  }

  private List<String> order(int nodes) {
    PartitionReply reply =
        tell(
            new PartitionIntent.BeginResizes(
                List.of(new PartitionIntent.Resizing(JOB, nodes, false))));
    return ((PartitionReply.Resizes) reply)
        .refusals().stream().map(PartitionReply.NotBegun::reason).toList();
  }

  private void close(long ledger, Result result, List<Slice> slices, boolean forced) {
    Resize active = Objects.requireNonNull(grant().sizes().active());
    assertThat(active.ledger()).isEqualTo(ledger);
    tell(new PartitionIntent.CloseResize(JOB, new LedgerEnd(1, ledger, result, slices, forced)));
  }

  private void giveBack(int node, long came) {
    tell(new PartitionIntent.ReturnNode(new AttemptId(JOB, 1), node(node), came));
  }

  private Grant grant() {
    return Objects.requireNonNull(state.grants().get(JOB));
  }

  private List<NodeName> idle() {
    return state.nodes().values().stream()
        .filter(n -> n.jobs() == 0)
        .map(NodeRecord::name)
        .toList();
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }

  private static NodeName node(int i) {
    return new NodeName("n" + i);
  }

  private static Slice slice(int i) {
    return new Slice(node(i), 4, 1000, 1);
  }
}

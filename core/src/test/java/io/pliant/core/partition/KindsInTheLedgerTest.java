package io.pliant.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.Refusal;
import io.pliant.core.placement.FreeResources;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.RefusedDecision;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A kind that nothing in the code knows by name goes all the way of cpus and memory. */
class KindsInTheLedgerTest {
  private static final PartitionName MAIN = new PartitionName("main");
  private static final String GPU = "gpu:a100";
  private static final Instant NOW = Instant.EPOCH;

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              MAIN, true, "*", "easy", Duration.ofMinutes(10), Duration.ofHours(1), false, 5));
  private PartitionState state = PartitionState.empty(MAIN);

  static List<SchedulingPolicy> policies() {
    return Policies.rigid();
  }

  @BeforeEach
  void haveANodeWithoutAndTwoWithGpus() {
    seen("n1", Kinds.NONE);
    seen("n2", Kinds.of(GPU, 4));
    seen("n3", Kinds.of(GPU, 2));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void shouldPlaceJobsUntilTheKindIsUsedUpAndAgainWhenItIsFree(SchedulingPolicy policy) {
    // given
    enqueue(1, request(3));
    enqueue(2, request(2));
    enqueue(3, request(2));

    // when
    assertThat(round(policy)).containsExactly(new JobId(1), new JobId(2));

    // then
    assertThat(slice(1))
        .isEqualTo(Slice.of(new NodeName("n2"), new Resources(1, 0, Kinds.of(GPU, 3)), 1));
    assertThat(slice(2).node()).isEqualTo(new NodeName("n3"));
    assertThat(node("n2").view().free()).isEqualTo(new Resources(3, 1000, Kinds.of(GPU, 1)));
    assertThat(node("n3").view().free().kinds()).isEqualTo(Kinds.NONE);
    assertThat(PartitionSnapshot.of(state).toState()).isEqualTo(state);

    // when
    tell(new PartitionIntent.Release(new AttemptId(new JobId(1), 1), null));

    // then
    assertThat(round(policy)).containsExactly(new JobId(3));
    assertThat(slice(3).node()).isEqualTo(new NodeName("n2"));
  }

  @Test
  void shouldNameTheKindWhenNoNodeHasEnoughOfIt() {
    assertThat(enqueue(1, request(5)))
        .isEqualTo(
            new PartitionReply.Refused(
                Refusal.invalid(
                    "It asks for 5 gpu:a100 on each node, but partition main has at most 4 on one.")));
    assertThat(enqueue(2, onNodes(2, 3)))
        .isEqualTo(
            new PartitionReply.Refused(
                Refusal.invalid(
                    "It asks for 2 nodes with 1 cpu and 0 MB of memory and 3 gpu:a100 each, but"
                        + " partition main has 1 of that size.")));
    assertThat(enqueue(3, request(1).withKindsPerNode(Kinds.of("fpga", 1))))
        .isEqualTo(
            new PartitionReply.Refused(
                Refusal.invalid(
                    "It asks for 1 fpga on each node, but partition main has at most 0 on one. Its"
                        + " nodes have at most 4 gpu:a100.")));
  }

  @Test
  void shouldNameTheKindWhenAPlanGivesTooLittleOrMoreThanIsFree() {
    enqueue(1, request(3));
    enqueue(2, request(3));
    round(Policies.named("easy"));

    assertThat(refusal(2, new Resources(1, 0)))
        .isEqualTo(
            "Expected to start job 2, but its slice of 1 cpus and 0 MB for 1 tasks on node n2 is"
                + " too small: it needs more gpu:a100.");
    assertThat(refusal(2, new Resources(1, 0, Kinds.of(GPU, 3))))
        .isEqualTo("Expected to start job 2, but node n2 has 1 free gpu:a100, not 3.");
  }

  @Test
  void shouldTakeWholeNodesWithAllThatTheyHave() {
    enqueue(1, request(1).onWholeNodes());

    round(Policies.named("easy"));

    assertThat(slice(1))
        .isEqualTo(Slice.of(node("n2").name(), node("n2").capacity().resources(), 1));
  }

  @Test
  void shouldGrowOnlyOntoNodesThatHaveTheKind() {
    enqueue(1, request(2).onWholeNodes());
    round(Policies.named("easy"));

    assertThat(resize(3)).isEqualTo(List.of("too few nodes are free"));
    assertThat(resize(2)).isEmpty();
    assertThat(Objects.requireNonNull(state.grants().get(new JobId(1))).sizes().tentative())
        .extracting(Slice::node)
        .containsExactly(new NodeName("n3"));
  }

  @Test
  void shouldCountKindsInProjectionsOfWhatIsFree() {
    enqueue(1, request(3));
    round(Policies.named("easy"));
    FreeResources now = FreeResources.of(state.view(NOW).nodes());
    FreeResources later = now.copy();

    later.release(Objects.requireNonNull(state.grants().get(new JobId(1))).allocation());

    assertThat(now.holds(request(3))).isFalse();
    assertThat(later.holds(request(4))).isTrue();
    assertThat(now.emptied().holds(request(4))).isTrue();
    assertThat(later.freeInBoth(now).holds(request(3))).isFalse();
    assertThat(later.without(List.of(new NodeName("n2"))).holds(request(3))).isFalse();
  }

  private List<JobId> round(SchedulingPolicy policy) {
    List<Decision.Start> starts =
        SchedulingRound.hold(policy, state.view(NOW), Trigger.PERIODIC).checked().starts();
    tell(new PartitionIntent.StartJobs(starts));
    return starts.stream().map(Decision.Start::job).toList();
  }

  private String refusal(long job, Resources slice) {
    Allocation allocation = new Allocation(List.of(Slice.of(new NodeName("n2"), slice, 1)));
    Plan plan =
        new Plan(
            state.version(),
            "easy",
            List.of(new Decision.Start(new JobId(job), allocation)),
            new TreeMap<>(),
            null);
    List<RefusedDecision> refusals = PlanCheck.check(plan, state.view(NOW)).refusedStarts();
    return refusals.getFirst().reason();
  }

  private List<String> resize(int nodes) {
    PartitionReply reply =
        tell(
            new PartitionIntent.BeginResizes(
                List.of(new PartitionIntent.Resizing(new JobId(1), nodes, false))));
    return ((PartitionReply.Resizes) reply)
        .refusals().stream()
            .map(refused -> refused.reason().replaceAll(".*but (.*)[.]", "$1"))
            .toList();
  }

  private NodeRecord node(String name) {
    return state.node(new NodeName(name));
  }

  private Slice slice(long job) {
    return Objects.requireNonNull(state.grants().get(new JobId(job)))
        .allocation()
        .slices()
        .getFirst();
  }

  private void seen(String name, @Nullable Kinds kinds) {
    tell(
        new PartitionIntent.NodeSeen(
            new NodeName(name), new NodeCapacity(4, 1000, kinds), List.of()));
  }

  private PartitionReply enqueue(long job, ResourceRequest request) {
    Malleability sizes =
        request.exclusive()
            ? new Malleability(1, 3, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null)
            : null;
    return tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                new JobId(job),
                1,
                "train",
                "alice",
                request,
                Duration.ofMinutes(10),
                false,
                null,
                NOW,
                null,
                sizes,
                null,
                null)));
  }

  private PartitionReply tell(PartitionIntent intent) {
    PartitionOutcome outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }

  private static ResourceRequest request(int gpus) {
    return ResourceRequest.single().withKindsPerNode(Kinds.of(GPU, gpus));
  }

  private static ResourceRequest onNodes(int nodes, int gpus) {
    return new ResourceRequest(nodes, nodes, nodes, 1, 0, false)
        .withKindsPerNode(Kinds.of(GPU, gpus));
  }
}

package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionReply;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.PlanCheck;
import io.pliant.core.plan.Trigger;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.SizeConstraint;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.view.ClusterPower;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The resizing policies on a real ledger of eight equal nodes. */
class PoolRoundTest {
  private static final Instant NOW = Instant.EPOCH.plus(Duration.ofDays(1));
  private static final JobId FIRST = new JobId(1);
  private static final JobId SECOND = new JobId(2);
  private static final JobId RIGID = new JobId(3);

  private final PartitionLifecycle lifecycle =
      new PartitionLifecycle(
          new PartitionSettings(
              new PartitionName("main"), true, "*", "elastic", Duration.ofHours(1), null, true, 5));
  private PartitionState state = PartitionState.empty(new PartitionName("main"));

  @BeforeEach
  void eightNodes() {
    for (int i = 1; i <= 8; i++) {
      tell(
          new PartitionIntent.NodeSeen(
              new NodeName("n" + i), new NodeCapacity(4, 1000), List.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fpsma", "equipartition", "performance-aware", "elastic"})
  void shouldStartAMalleableJobAndGiveItTheIdleNodes(String policy) {
    submit(FIRST, 2, 8);
    round(policy, NOW);
    assertThat(state.grants().get(FIRST)).as("it runs on what it asked for").isNotNull();

    Plan plan = round(policy, NOW.plusSeconds(60));

    assertThat(plan.decisions())
        .filteredOn(Decision.Resize.class::isInstance)
        .extracting(d -> ((Decision.Resize) d).nodes())
        .containsExactly(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fpsma", "equipartition", "performance-aware", "elastic"})
  void shouldShrinkARunningJobForARigidOneThatWaits(String policy) {
    submit(FIRST, 8, 8);
    round(policy, NOW);
    submit(RIGID, 4, 0);

    Plan plan = round(policy, NOW.plusSeconds(60));

    assertThat(plan.decisions())
        .filteredOn(Decision.Resize.class::isInstance)
        .extracting(d -> ((Decision.Resize) d).nodes())
        .as("%s", plan)
        .allMatch(nodes -> nodes <= 4)
        .hasSize(1);
    assertThat(plan.waits().get(RIGID)).isNotEmpty();
    assertThat(state.grants().get(FIRST)).isNotNull();
  }

  @Test
  void shouldShrinkTheJobWithTheHigherShareOfCommunication() {
    submit(FIRST, 4, 4);
    submit(SECOND, 4, 4);
    round("performance-aware", NOW);
    submit(RIGID, 2, 0);

    Plan plan = plan("performance-aware", NOW.plusSeconds(60), Map.of(FIRST, 0.9, SECOND, 0.1));
    Plan other = plan("performance-aware", NOW.plusSeconds(60), Map.of(FIRST, 0.1, SECOND, 0.9));

    assertThat(resized(plan)).containsExactly(FIRST);
    assertThat(resized(other)).containsExactly(SECOND);
  }

  @Test
  void shouldMakeTheSamePlanOfTheSameView() {
    submit(FIRST, 2, 8);
    round("elastic", NOW);

    assertThat(plan("elastic", NOW.plusSeconds(60), Map.of()))
        .isEqualTo(plan("elastic", NOW.plusSeconds(60), Map.of()));
  }

  private static List<JobId> resized(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Resize.class::isInstance)
        .map(d -> ((Decision.Resize) d).job())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"power-aware", "elastic"})
  void shouldShrinkForAFallenCorridorAndSayWhyAJobWaits(String policy) {
    submit(FIRST, 8, 8);
    round(policy, NOW);
    submit(SECOND, 2, 8);

    // 8 x 170 W; below 1000 W there is room for four busy nodes, the others idle at 71 W
    Plan plan = bounded(policy, new Corridor(600, 1000));

    assertThat(plan.decisions())
        .filteredOn(Decision.Resize.class::isInstance)
        .singleElement()
        .satisfies(d -> assertThat(((Decision.Resize) d).nodes()).isLessThan(4));
    assertThat(plan.waits().get(SECOND))
        .first()
        .satisfies(reason -> {
          assertThat(reason.code()).isEqualTo("PowerNotAvail");
          assertThat(reason.describe())
              .isEqualTo(
                  "It adds at least 99 W; -360 W are left in the corridor of 600 to 1000 W: running jobs shrink for it.");
        });
  }

  @Test
  void shouldSayThatAJobWouldBreakTheUpperBound() {
    submit(FIRST, 4, 8);
    submit(SECOND, 4, 0);

    Plan plan = bounded("power-aware", new Corridor(0, 1100));

    assertThat(plan.decisions())
        .filteredOn(Decision.Start.class::isInstance)
        .extracting(d -> ((Decision.Start) d).job())
        .containsExactly(FIRST);
    assertThat(Objects.requireNonNull(plan.waits().get(SECOND)).getFirst().describe())
        .isEqualTo(
            "It adds at least 396 W; 136 W are left in the corridor of 0 to 1100 W: it would break the upper bound.");
  }

  @Test
  void shouldKnowWhichPoliciesKeepACorridor() {
    assertThat(Policies.named("power-aware").name()).isEqualTo("power-aware");
    assertThat(Policies.named("power-aware").needsCorridor()).isTrue();
    assertThat(Policies.named("elastic").needsCorridor()).isFalse();
    assertThat(Policies.named("elastic").keepsCorridor()).isTrue();
    assertThat(Policies.named("easy").keepsCorridor()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fpsma", "equipartition", "elastic", "power-aware"})
  void shouldKeepTheNodesOfAJobThatChoosesThemUntilItStarts(String policy) {
    submit(FIRST, ResourceRequest.wholeNodes(6));
    round(policy, NOW);
    NodeName busy = held(FIRST).getFirst();
    NodeName last = new NodeName("n8");
    submit(
        SECOND, ResourceRequest.wholeNodes(2).on(new NodeChoice(List.of(busy, last), null, null)));
    submit(RIGID, ResourceRequest.wholeNodes(1).on(new NodeChoice(List.of(last), null, null)));

    Plan plan = round(policy, NOW);

    assertThat(state.grants()).as("it waits, and nobody takes n8 from it").containsOnlyKeys(FIRST);
    assertThat(plan.waits()).containsKeys(SECOND, RIGID);

    tell(new PartitionIntent.Release(new AttemptId(FIRST, 1), null));
    round(policy, NOW);

    assertThat(held(SECOND)).containsExactlyInAnyOrder(busy, last);
  }

  private List<NodeName> held(JobId job) {
    return Objects.requireNonNull(state.grants().get(job)).allocation().nodes();
  }

  private void submit(JobId job, ResourceRequest request) {
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                job,
                1,
                "heat",
                "alice",
                request,
                Duration.ofHours(1),
                false,
                null,
                NOW,
                null,
                null,
                null,
                null)));
  }

  private Plan bounded(String policy, Corridor corridor) {
    ClusterPower power =
        new ClusterPower(
            corridor,
            List.of(),
            71,
            Watts.declared(0, 500),
            List.of(
                new ClusterPower.JobWatts(FIRST, Watts.measured(170)),
                new ClusterPower.JobWatts(SECOND, Watts.declared(160, 170))));
    return Policies.named(policy).plan(state.view(NOW).withPower(power), Trigger.PERIODIC);
  }

  private Plan plan(String policy, Instant now, Map<JobId, Double> mtct) {
    return Policies.named(policy)
        .plan(state.view(now, PriorityRule.SUBMISSION, mtct, Integer.MAX_VALUE), Trigger.PERIODIC);
  }

  /** Plans and carries out what the ledger permits: all of it. */
  private Plan round(String policy, Instant now) {
    Plan plan = plan(policy, now, Map.of());
    assertThat(PlanCheck.check(plan, state.view(now)).whole()).isTrue();
    tell(
        new PartitionIntent.StartJobs(
            plan.decisions().stream()
                .filter(Decision.Start.class::isInstance)
                .map(Decision.Start.class::cast)
                .toList()));
    PartitionReply begun =
        tell(
            new PartitionIntent.BeginResizes(
                plan.decisions().stream()
                    .filter(Decision.Resize.class::isInstance)
                    .map(Decision.Resize.class::cast)
                    .map(d -> new PartitionIntent.Resizing(d.job(), d.nodes(), true))
                    .toList()));
    assertThat(begun).isEqualTo(new PartitionReply.Resizes(List.of()));
    return plan;
  }

  /** A malleable job of 1 to {@code most} nodes, or a rigid one when {@code most} is 0. */
  private void submit(JobId job, int nodes, int most) {
    @Nullable Malleability malleable =
        most == 0
            ? null
            : new Malleability(1, most, SizeConstraint.ANY, OnOffer.ACCEPT, null, null, null);
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                job,
                1,
                "heat",
                "alice",
                ResourceRequest.wholeNodes(nodes),
                Duration.ofHours(1),
                false,
                null,
                NOW,
                null,
                malleable,
                null,
                null)));
  }

  private PartitionReply tell(PartitionIntent intent) {
    var outcome = lifecycle.decide(state, intent, NOW);
    outcome.events().forEach(event -> state = state.evolve(event));
    return outcome.reply();
  }
}

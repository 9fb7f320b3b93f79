package io.pliant.core.policy;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.job;
import static io.pliant.core.testing.PlanAssert.assertThatPlan;
import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.testing.ClusterBuilder;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One rule for all policies: what is told of failed attempts in the view is kept. */
class SetbacksInPoliciesTest {
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "conservative", "elastic"})
  void shouldNotStartAJobBeforeItsPauseIsOverAndCallAgainThen(String policy) {
    ClusterBuilder cluster = aCluster().nodes(2).waiting(job(1).id(10).failed(50));

    Plan plan = plan(policy, cluster);

    assertThat(startsOf(plan)).isEmpty();
    assertThatPlan(plan)
        .keepsWaiting(10, new WaitReason.RequeuePause(Instant.ofEpochSecond(50), 1));
    assertThat(plan.decisions()).contains(new Decision.CallAgain(Instant.ofEpochSecond(50)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "conservative", "elastic"})
  void shouldKeepAJobOffTheNodeThatFailedItWhileAnotherHasRoom(String policy) {
    ClusterBuilder two = aCluster().nodes(2).waiting(job(1).id(10).failed(0, "n1"));
    assertThat(nodeOf(plan(policy, two))).isEqualTo(new NodeName("n2"));

    ClusterBuilder one = aCluster().nodes(1).waiting(job(1).id(10).failed(0, "n1"));
    assertThat(nodeOf(plan(policy, one))).isEqualTo(new NodeName("n1"));
  }

  private static NodeName nodeOf(Plan plan) {
    return plan.decisions().stream()
        .filter(Decision.Start.class::isInstance)
        .map(Decision.Start.class::cast)
        .filter(start -> start.job().equals(new JobId(10)))
        .map(start -> start.allocation().nodes().getFirst())
        .findFirst()
        .orElseThrow();
  }

  private static Plan plan(String policy, ClusterBuilder cluster) {
    return Policies.named(policy).plan(cluster.view(), Trigger.PERIODIC);
  }
}

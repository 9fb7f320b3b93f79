package io.pliant.core.plan;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.job;
import static io.pliant.core.testing.JobBuilder.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.policy.Policies;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.ClusterBuilder;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.testing.PlanAssert;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PlanCheckTest {
  @Test
  void shouldAcceptAStartWhenTheNewestStatePermitsIt() {
    assertThat(refusals(aCluster().nodes(1).waiting(job(1)), start(1, whole("n1")))).isEmpty();
  }

  @Test
  void shouldAcceptAPartWhenStartsCollide() {
    // given
    ClusterView view = aCluster().nodes(2).waiting(tasks(3)).waiting(tasks(3)).view();
    Plan plan = plan(start(1, slice("n1", 3, 3)), start(2, slice("n1", 3, 3)));

    // when
    CheckedPlan checked = PlanCheck.check(plan, view);

    // then
    assertThat(checked.starts()).containsExactly(start(1, slice("n1", 3, 3)));
    assertThat(checked.refusedStarts())
        .containsExactly(
            new RefusedDecision(
                new JobId(2), "Expected to start job 2, but node n1 has 1 free cpus, not 3."));
  }

  @Test
  void shouldRefuseAJobWhenItIsGoneHeldNotBegunOrStartedTwice() {
    ClusterBuilder cluster =
        aCluster().nodes(4).waiting(job(1).held()).waiting(job(1).begin(50)).waiting(job(1));

    assertThat(refusals(cluster, start(9, whole("n1")))).containsExactly("it is not waiting");
    assertThat(refusals(cluster, start(1, whole("n1")))).containsExactly("it is held");
    assertThat(refusals(cluster, start(2, whole("n1"))))
        .containsExactly("it is not to start before 1970-01-01T00:00:50Z");
    assertThat(refusals(cluster, start(3, whole("n1")), start(3, whole("n2"))))
        .containsExactly("it is not waiting");
  }

  @Test
  void shouldRefuseNodesWhenTheyAreUnknownDownOrInUse() {
    ClusterBuilder cluster =
        aCluster().nodes(3).unavailable("n1").running(tasks(1).on("n2")).waiting(job(1).id(5));

    assertThat(refusals(cluster, start(5, whole("x"))))
        .containsExactly("node x is not in the partition");
    assertThat(refusals(cluster, start(5, whole("n1"))))
        .containsExactly("node n1 is not available");
    assertThat(refusals(cluster, start(5, whole("n2")))).containsExactly("node n2 is not idle");
  }

  @Test
  void shouldRefuseAnAllocationWhenItIsNotWhatTheJobAsksFor() {
    ClusterBuilder cluster =
        aCluster().nodes(3).waiting(tasks(2).nodes(1, 2).cpusPerTask(2).memoryMb(100));

    assertThat(refusals(cluster, start(1, slice("n1", 2, 1), slice("n2", 2, 1), slice("n3", 2, 1))))
        .containsExactly("it asks for 1 to 2 nodes, and the plan has 3");
    assertThat(refusals(cluster, start(1, slice("n1", 4, 3))))
        .containsExactly("it asks for 2 tasks, and the plan has 3");
    assertThat(refusals(cluster, start(1, slice("n1", 3, 2))))
        .containsExactly(
            "its slice of 3 cpus and 100 MB for 2 tasks on node n1 is too small: it needs more"
                + " cpus");
    assertThat(refusals(cluster, start(1, slice("n1", 2, 1), slice("n1", 2, 1))))
        .containsExactly("the plan has node n1 twice");
    assertThat(refusals(cluster, start(1, new Slice(new NodeName("n1"), 4, 2000, 2))))
        .containsExactly("node n1 has 1000 MB free, not 2000");
  }

  @Test
  void shouldRefuseAnExclusiveJobWhenItDoesNotTakeTheWholeNode() {
    assertThat(refusals(aCluster().nodes(1).waiting(job(1)), start(1, slice("n1", 1, 1))))
        .containsExactly("its slice of node n1 is not the whole node");
  }

  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  @Provide
  Arbitrary<SchedulingPolicy> policies() {
    return Arbitraries.of(Policies.rigid());
  }

  @Property
  void shouldNeverOverbookWhenAPlanMeetsAnotherState(
      @ForAll("views") ClusterView planned,
      @ForAll("views") ClusterView newest,
      @ForAll("policies") SchedulingPolicy policy) {
    // when
    Plan plan = policy.plan(planned, Trigger.PERIODIC);
    CheckedPlan checked = PlanCheck.check(plan, newest);

    // then
    ClusterView after = AfterPlan.of(newest, checked.starts());
    for (int i = 0; i < after.nodes().size(); i++) {
      NodeView node = after.nodes().get(i);
      assertThat(node.freeCpus()).isNotNegative();
      assertThat(node.freeMemoryMb()).isNotNegative();
      if (!node.available()) {
        assertThat(node.jobs()).isEqualTo(newest.nodes().get(i).jobs());
      }
    }
    assertThat(checked.starts().size() + checked.refusedStarts().size())
        .isEqualTo(PlanAssert.startsOf(plan).size());
  }

  private static List<String> refusals(ClusterBuilder cluster, Decision.Start... starts) {
    List<String> reasons = new ArrayList<>();
    for (RefusedDecision refusal : PlanCheck.check(plan(starts), cluster.view()).refusedStarts()) {
      String opening = "Expected to start job " + refusal.job() + ", but ";
      assertThat(refusal.reason()).startsWith(opening).endsWith(".");
      reasons.add(refusal.reason().substring(opening.length(), refusal.reason().length() - 1));
    }
    return reasons;
  }

  private static Plan plan(Decision.Start... starts) {
    return new Plan(1, "test", List.of(starts), new TreeMap<>());
  }

  private static Decision.Start start(long job, Slice... slices) {
    return new Decision.Start(new JobId(job), new Allocation(List.of(slices)));
  }

  private static Slice whole(String node) {
    return new Slice(new NodeName(node), 4, 1000, 1);
  }

  private static Slice slice(String node, int cpus, int tasks) {
    return new Slice(new NodeName(node), cpus, 100, tasks);
  }
}

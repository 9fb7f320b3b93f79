package io.pliant.core.policy;

import static io.pliant.core.testing.PlanAssert.startsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.testing.AfterPlan;
import io.pliant.core.testing.ClusterViews;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.WaitingJob;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What every policy of the registry owes, whatever the view. */
class PolicyPropertiesTest {
  @Provide
  Arbitrary<ClusterView> views() {
    return ClusterViews.any();
  }

  @Provide
  Arbitrary<SchedulingPolicy> policies() {
    return Arbitraries.of(Policies.rigid());
  }

  @Property
  void shouldStartOnlyEligibleWaitingJobsAndEachOnce(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // when
    List<Decision.Start> starts = startsOf(plan(policy, view));

    // then
    Set<JobId> started = new HashSet<>();
    for (Decision.Start start : starts) {
      assertThat(started.add(start.job())).as("started once").isTrue();
      assertThat(waiting(view, start.job()).eligible(view.now())).isTrue();
    }
  }

  @Property
  void shouldGiveEachJobWhatItAsksFor(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // when
    List<Decision.Start> starts = startsOf(plan(policy, view));

    // then
    for (Decision.Start start : starts) {
      ResourceRequest request = waiting(view, start.job()).resources();
      assertThat(start.allocation().nodes()).doesNotHaveDuplicates();
      List<Allocation> parts = Objects.requireNonNull(start.allocation().byComponent(request));
      for (int i = 0; i < parts.size(); i++) {
        assertHas(parts.get(i), request.components().get(i));
      }
    }
  }

  private static void assertHas(Allocation allocation, ResourceRequest request) {
    List<Slice> slices = allocation.slices();
    assertThat(slices.size()).isBetween(request.minNodes(), request.maxNodes());
    assertThat(allocation.tasks()).isEqualTo(request.tasks());
    assertThat(allocation.nodes()).isSorted();
    for (Slice slice : slices) {
      assertThat(slice.tasks()).isPositive();
      assertThat(slice.memoryMb())
          .isGreaterThanOrEqualTo(request.onNodeWith(slice.tasks()).memoryMb());
      assertThat(slice.cpus()).isGreaterThanOrEqualTo(slice.tasks() * request.cpusPerTask());
    }
  }

  /** Nodes of those parts that share them with no other job. */
  private static Stream<NodeName> alone(Allocation allocation, ResourceRequest request) {
    List<Allocation> parts = Objects.requireNonNull(allocation.byComponent(request));
    return IntStream.range(0, parts.size())
        .filter(i -> request.components().get(i).exclusive())
        .boxed()
        .flatMap(i -> parts.get(i).nodes().stream());
  }

  @Property
  void shouldNeverGiveMoreOfANodeThanItHasNorShareAnExclusiveOne(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // given
    List<Decision.Start> starts = startsOf(plan(policy, view));
    Set<NodeName> touched =
        starts.stream().flatMap(s -> s.allocation().nodes().stream()).collect(Collectors.toSet());
    Set<NodeName> exclusive =
        starts.stream()
            .flatMap(s -> alone(s.allocation(), waiting(view, s.job()).resources()))
            .collect(Collectors.toSet());

    // when
    ClusterView after = AfterPlan.of(view, starts);

    // then
    for (NodeView node : after.nodes()) {
      assertThat(node.freeCpus()).isNotNegative();
      assertThat(node.freeMemoryMb()).isNotNegative();
      if (touched.contains(node.name())) {
        assertThat(node.available()).isTrue();
      }
      if (exclusive.contains(node.name())) {
        assertThat(node.jobs()).isEqualTo(1);
        assertThat(node.freeCpus()).isZero();
        assertThat(node.freeMemoryMb()).isZero();
      }
    }
  }

  @Property
  void shouldPassItsOwnCheck(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // when
    SchedulingRound round = SchedulingRound.hold(policy, view, Trigger.PERIODIC);

    // then
    assertThat(round.checked().refusedStarts()).isEmpty();
    assertThat(round.checked().starts()).isEqualTo(startsOf(round.plan()));
  }

  @Property
  void shouldGiveAnEqualPlanForAnEqualView(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // given
    ClusterView equal =
        new ClusterView(
            view.partition(),
            view.version(),
            view.now(),
            List.copyOf(view.nodes()),
            List.copyOf(view.running()),
            List.copyOf(view.waiting()));

    // then
    assertThat(plan(Policies.named(policy.name()), equal)).isEqualTo(plan(policy, view));
  }

  @Property
  void shouldStartNothingMoreWhenPlanningAgain(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // given
    ClusterView after = AfterPlan.of(view, startsOf(plan(policy, view)));

    // when
    Plan again = plan(policy, after);

    // then
    assertThat(startsOf(again)).isEmpty();
  }

  @Property
  void shouldExplainExactlyTheJobsLeftWaiting(
      @ForAll("policies") SchedulingPolicy policy, @ForAll("views") ClusterView view) {
    // when
    Plan plan = plan(policy, view);

    // then
    Set<JobId> left = view.waiting().stream().map(WaitingJob::job).collect(Collectors.toSet());
    startsOf(plan).forEach(start -> left.remove(start.job()));
    assertThat(plan.waits().keySet()).isEqualTo(left);
    assertThat(plan.waits().values()).allSatisfy(reasons -> assertThat(reasons).isNotEmpty());
  }

  static Plan plan(SchedulingPolicy policy, ClusterView view) {
    return policy.plan(view, Trigger.PERIODIC);
  }

  static WaitingJob waiting(ClusterView view, JobId id) {
    return view.waiting().stream()
        .filter(job -> job.job().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("Job " + id + " does not wait in " + view));
  }
}

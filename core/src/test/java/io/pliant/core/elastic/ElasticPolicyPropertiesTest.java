package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What every elastic policy owes, whatever the view, and what some promise beyond. */
class ElasticPolicyPropertiesTest {
  @Provide
  Arbitrary<ElasticView> views() {
    return ElasticViews.any();
  }

  @Provide
  Arbitrary<ElasticPolicy> policies() {
    return Arbitraries.of(ElasticPolicies.all());
  }

  @Property
  void shouldKeepToNodesAndLegalSizes(
      @ForAll("policies") ElasticPolicy policy, @ForAll("views") ElasticView view) {
    assertThat(ResizeCheck.refuse(policy.plan(view), view)).as(policy.name()).isNull();
  }

  @Property
  void shouldGiveAnEqualPlanForAnEqualView(
      @ForAll("policies") ElasticPolicy policy, @ForAll("views") ElasticView view) {
    ElasticView equal =
        new ElasticView(
            view.now(),
            view.nodes(),
            view.idle(),
            new ArrayList<>(view.running()),
            new ArrayList<>(view.waiting()),
            view.cost());
    assertThat(ElasticPolicies.named(policy.name()).plan(equal)).isEqualTo(policy.plan(view));
  }

  @Property
  void shouldNotLeaveAHeadWaitingThatFitsOnItsPreferredSize(
      @ForAll("policies") ElasticPolicy policy, @ForAll("views") ElasticView view) {
    if (view.waiting().isEmpty() || view.waiting().getFirst().sizes().preferred() > view.idle()) {
      return;
    }
    int head = view.waiting().getFirst().job();
    assertThat(policy.plan(view).decisions())
        .as(policy.name())
        .anyMatch(d -> d instanceof ElasticDecision.Start start && start.job() == head);
  }

  @Property
  void shouldResizeNothingInStrictPoliciesWhileAJobAdapts(@ForAll("views") ElasticView view) {
    if (view.running().stream().noneMatch(job -> job.adapting(view.now()))) {
      return;
    }
    for (String name : List.of("fpsma", "performance-aware", "equipartition")) {
      assertThat(ElasticPolicies.named(name).plan(view).decisions())
          .noneMatch(ElasticDecision.Resize.class::isInstance);
    }
  }

  @Property
  void shouldNotDelayTheReservedHead(@ForAll("views") ElasticView view) {
    for (String name : List.of("easy", "easy-sjbf", "elastic")) {
      // when
      ElasticPlan plan = ElasticPolicies.named(name).plan(view);

      // then
      for (ElasticDecision decision : plan.decisions()) {
        if (decision instanceof ElasticDecision.Reserve reserve) {
          WaitingShape head = waiting(view, reserve.job());
          boolean kept = false;
          for (int size = head.sizes().preferred(); size > 0 && !kept; size--) {
            kept = head.sizes().isLegal(size) && freeAt(reserve.at(), view, plan) >= size;
          }
          assertThat(kept).as("%s keeps %s in %s", name, reserve, plan).isTrue();
        }
      }
    }
  }

  @Property
  void shouldBeEasyWithoutMalleableJobs(@ForAll("views") ElasticView view) {
    // given
    List<WaitingShape> rigid =
        view.waiting().stream().filter(job -> job.sizes().isRigid()).toList();
    List<RunningShape> running =
        view.running().stream().filter(job -> job.shape().sizes().isRigid()).toList();
    int idle = view.nodes() - running.stream().mapToInt(RunningShape::nodes).sum();
    ElasticView only = new ElasticView(view.now(), view.nodes(), idle, running, rigid, view.cost());

    // then
    assertThat(ElasticPolicies.named("elastic").plan(only))
        .isEqualTo(ElasticPolicies.named("easy").plan(only));
  }

  /** Nodes free at a time by all expected ends, with the plan carried out. */
  private static int freeAt(long time, ElasticView view, ElasticPlan plan) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    Map<Integer, Integer> resized = new HashMap<>();
    int free = view.idle();
    for (ElasticDecision decision : plan.decisions()) {
      switch (decision) {
        case ElasticDecision.Start start -> {
          free -= start.nodes();
          long end =
              view.now() + waiting(view, start.job()).estimateOn(start.nodes(), SpeedUp.UNKNOWN);
          changes.merge(end, start.nodes(), Integer::sum);
        }
        case ElasticDecision.Resize resize -> resized.put(resize.job(), resize.nodes());
        case ElasticDecision.Reserve _ -> {}
      }
    }
    for (RunningShape job : view.running()) {
      int to = resized.getOrDefault(job.shape().job(), job.target());
      boolean now = resized.containsKey(job.shape().job());
      long pause = now ? view.pause(job, to) : 0;
      long end = now ? job.endOn(to, view.now(), pause) : job.expectedEnd();
      free -= Math.max(0, to - job.nodes());
      if (to < job.nodes()) {
        changes.merge(now ? view.now() + pause : job.ready(), job.nodes() - to, Integer::sum);
      }
      changes.merge(end, to, Integer::sum);
    }
    return free + changes.headMap(time, true).values().stream().mapToInt(n -> n).sum();
  }

  private static WaitingShape waiting(ElasticView view, int job) {
    return view.waiting().stream().filter(w -> w.job() == job).findFirst().orElseThrow();
  }
}

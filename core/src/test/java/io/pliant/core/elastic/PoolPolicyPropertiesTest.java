package io.pliant.core.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.size.SpeedUp;
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
class PoolPolicyPropertiesTest {
  @Provide
  Arbitrary<Pool> views() {
    return Pools.any();
  }

  @Provide
  Arbitrary<PoolPolicy> policies() {
    return Arbitraries.of(PoolPolicies.all());
  }

  @Property
  void shouldKeepToNodesAndLegalSizes(
      @ForAll("policies") PoolPolicy policy, @ForAll("views") Pool view) {
    assertThat(PoolCheck.refuse(policy.decide(view), view)).as(policy.name()).isNull();
  }

  @Property
  void shouldGiveAnEqualPlanForAnEqualView(
      @ForAll("policies") PoolPolicy policy, @ForAll("views") Pool view) {
    Pool equal =
        new Pool(
            view.now(),
            view.nodes(),
            view.idle(),
            new ArrayList<>(view.running()),
            new ArrayList<>(view.waiting()),
            view.cost());
    assertThat(PoolPolicies.named(policy.name()).decide(equal)).isEqualTo(policy.decide(view));
  }

  @Property
  void shouldNotLeaveAHeadWaitingThatFitsOnItsPreferredSize(
      @ForAll("policies") PoolPolicy policy, @ForAll("views") Pool view) {
    if (view.waiting().isEmpty() || view.waiting().getFirst().sizes().preferred() > view.idle()) {
      return;
    }
    int head = view.waiting().getFirst().job();
    assertThat(policy.decide(view).decisions())
        .as(policy.name())
        .anyMatch(d -> d instanceof PoolDecision.Start start && start.job() == head);
  }

  @Property
  void shouldResizeNothingInStrictPoliciesWhileAJobAdapts(@ForAll("views") Pool view) {
    if (view.running().stream().noneMatch(job -> job.adapting(view.now()))) {
      return;
    }
    for (String name : List.of("fpsma", "performance-aware", "equipartition")) {
      assertThat(PoolPolicies.named(name).decide(view).decisions())
          .noneMatch(PoolDecision.Resize.class::isInstance);
    }
  }

  @Property
  void shouldNotDelayTheReservedHead(@ForAll("views") Pool view) {
    for (String name : List.of("easy", "easy-sjbf", "elastic")) {
      // when
      PoolPlan plan = PoolPolicies.named(name).decide(view);

      // then
      for (PoolDecision decision : plan.decisions()) {
        if (decision instanceof PoolDecision.Reserve reserve) {
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
  void shouldBeEasyWithoutMalleableJobs(@ForAll("views") Pool view) {
    // given
    List<WaitingShape> rigid =
        view.waiting().stream().filter(job -> job.sizes().isRigid()).toList();
    List<RunningShape> running =
        view.running().stream().filter(job -> job.shape().sizes().isRigid()).toList();
    int idle = view.nodes() - running.stream().mapToInt(RunningShape::nodes).sum();
    Pool only = new Pool(view.now(), view.nodes(), idle, running, rigid, view.cost());

    // then
    assertThat(PoolPolicies.named("elastic").decide(only))
        .isEqualTo(PoolPolicies.named("easy").decide(only));
  }

  /** Nodes free at a time by all expected ends, with the plan carried out. */
  private static int freeAt(long time, Pool view, PoolPlan plan) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    Map<Integer, Integer> resized = new HashMap<>();
    int free = view.idle();
    for (PoolDecision decision : plan.decisions()) {
      switch (decision) {
        case PoolDecision.Start start -> {
          free -= start.nodes();
          long end =
              view.now() + waiting(view, start.job()).estimateOn(start.nodes(), SpeedUp.UNKNOWN);
          changes.merge(end, start.nodes(), Integer::sum);
        }
        case PoolDecision.Resize resize -> resized.put(resize.job(), resize.nodes());
        case PoolDecision.Reserve _ -> {}
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

  private static WaitingShape waiting(Pool view, int job) {
    return view.waiting().stream().filter(w -> w.job() == job).findFirst().orElseThrow();
  }
}

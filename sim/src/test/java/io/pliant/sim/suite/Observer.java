package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.elastic.Pool;
import io.pliant.core.elastic.PoolDecision;
import io.pliant.core.elastic.PoolPlan;
import io.pliant.core.elastic.PoolPolicy;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.size.ResizeCost;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Stands between whoever holds the rounds and a policy, and writes down what was known and decided,
 * in numbers of nodes, each of which has one cpu; jobs are indices of the workload.
 */
final class Observer {
  private final Supplier<? extends SchedulingPolicy> policies;
  private final List<Observed.Round> rounds = new ArrayList<>();

  Observer(Supplier<? extends SchedulingPolicy> policies) {
    this.policies = policies;
  }

  List<Observed.Round> rounds() {
    return rounds;
  }

  /** The policy, under observation. */
  SchedulingPolicy policy() {
    SchedulingPolicy observed = policies.get();
    return observed instanceof PoolPolicy pooled ? onPools(pooled) : onNodes(observed);
  }

  private PoolPolicy onPools(PoolPolicy observed) {
    return new PoolPolicy() {
      @Override
      public String name() {
        return observed.name();
      }

      @Override
      public PoolPlan decide(Pool pool) {
        PoolPlan plan = observed.decide(pool);
        PoolPlan again = ((PoolPolicy) policies.get()).decide(copy(pool));
        rounds.add(new Observed.Round(numbered(pool), numbered(plan), numbered(again)));
        return plan;
      }
    };
  }

  private SchedulingPolicy onNodes(SchedulingPolicy observed) {
    return new SchedulingPolicy() {
      @Override
      public String name() {
        return observed.name();
      }

      @Override
      public boolean resizes() {
        return observed.resizes();
      }

      @Override
      public boolean placesAhead() {
        return observed.placesAhead();
      }

      @Override
      public boolean keepsPromises() {
        return observed.keepsPromises();
      }

      @Override
      public Plan plan(ClusterView view, Trigger trigger) {
        Plan plan = observed.plan(view, trigger);
        Plan again = policies.get().plan(view, trigger);
        assertThat(again).as("explanations and nodes too").isEqualTo(plan);
        rounds.add(new Observed.Round(pool(view), decisions(plan, view), decisions(again, view)));
        return plan;
      }
    };
  }

  private static Pool copy(Pool pool) {
    return new Pool(
        pool.now(),
        pool.nodes(),
        pool.idle(),
        new ArrayList<>(pool.running()),
        new ArrayList<>(pool.waiting()),
        pool.cost(),
        pool.power());
  }

  private static Pool numbered(Pool pool) {
    List<RunningShape> running = new ArrayList<>();
    for (RunningShape job : pool.running()) {
      running.add(
          new RunningShape(
              numbered(job.shape()),
              job.nodes(),
              job.target(),
              job.start(),
              job.ready(),
              job.workEnd(),
              job.limit(),
              job.curve(),
              job.mtct(),
              job.lastAdapted(),
              job.adaptations(),
              job.reference()));
    }
    List<WaitingShape> waiting = pool.waiting().stream().map(Observer::numbered).toList();
    return new Pool(
        pool.now(), pool.nodes(), pool.idle(), running, waiting, pool.cost(), pool.power());
  }

  private static WaitingShape numbered(WaitingShape shape) {
    return new WaitingShape(
        shape.job() - 1, shape.sizes(), shape.submit(), shape.estimate(), shape.gigabytes());
  }

  private static PoolPlan numbered(PoolPlan plan) {
    List<PoolDecision> decisions = new ArrayList<>();
    for (PoolDecision decision : plan.decisions()) {
      int job = decision.job() - 1;
      decisions.add(
          switch (decision) {
            case PoolDecision.Start d ->
                new PoolDecision.Start(job, d.nodes(), d.reference(), d.why());
            case PoolDecision.Resize d -> new PoolDecision.Resize(job, d.nodes(), d.why());
            case PoolDecision.Reserve d ->
                new PoolDecision.Reserve(job, d.at(), d.nodes(), d.end(), d.why());
          });
    }
    return new PoolPlan(decisions, plan.powerWaits(), plan.alarm());
  }

  private static Pool pool(ClusterView view) {
    List<RunningShape> running = new ArrayList<>();
    for (RunningJob job : view.running()) {
      int nodes = job.allocation().cpus();
      long start = job.start().toEpochMilli();
      long end = job.expectedEnd().toEpochMilli();
      WaitingShape shape =
          new WaitingShape(index(job.job().value()), SizeRange.rigid(nodes), start, end - start, 0);
      running.add(
          new RunningShape(
              shape,
              nodes,
              nodes,
              start,
              start,
              end,
              Long.MAX_VALUE,
              SpeedUp.UNKNOWN,
              0,
              start,
              0,
              end));
    }
    List<WaitingShape> waiting = new ArrayList<>();
    view.waiting().forEach(job -> waiting.add(rigid(job)));
    int idle = view.nodes().stream().mapToInt(NodeView::freeCpus).sum();
    int all = view.nodes().stream().mapToInt(node -> node.capacity().cpus()).sum();
    return new Pool(view.now().toEpochMilli(), all, idle, running, waiting, ResizeCost.NONE);
  }

  private static WaitingShape rigid(WaitingJob job) {
    return new WaitingShape(
        index(job.job().value()),
        SizeRange.rigid(job.resources().tasks() * job.resources().cpusPerTask()),
        job.submittedAt().toEpochMilli(),
        job.timeLimit().toMillis(),
        0);
  }

  private static PoolPlan decisions(Plan plan, ClusterView view) {
    List<PoolDecision> decisions = new ArrayList<>();
    for (Decision decision : plan.decisions()) {
      switch (decision) {
        case Decision.Start start ->
            decisions.add(
                new PoolDecision.Start(
                    index(start.job().value()), start.allocation().cpus(), 0, plan.policy()));
        case Decision.Reserve reserve -> {
          WaitingShape shape =
              view.waiting().stream()
                  .filter(job -> job.job().equals(reserve.job()))
                  .map(Observer::rigid)
                  .findFirst()
                  .orElseThrow();
          long at = reserve.at().toEpochMilli();
          decisions.add(
              new PoolDecision.Reserve(
                  shape.job(),
                  at,
                  shape.sizes().preferred(),
                  at + shape.estimate(),
                  plan.policy()));
        }
        case Decision.Resize resize ->
            decisions.add(
                new PoolDecision.Resize(index(resize.job().value()), resize.nodes(), resize.why()));
        case Decision.CallAgain _ -> {}
      }
    }
    return new PoolPlan(decisions);
  }

  private static int index(long job) {
    return (int) job - 1;
  }
}

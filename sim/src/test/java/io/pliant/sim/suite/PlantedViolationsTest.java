package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.elastic.Elastic;
import io.pliant.core.elastic.FairnessFloor;
import io.pliant.core.elastic.Pool;
import io.pliant.core.elastic.PoolDecision;
import io.pliant.core.elastic.PoolPlan;
import io.pliant.core.elastic.PoolPolicy;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.policy.Policies;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each law fails for a policy that breaks it, or for a run in which it was broken. */
final class PlantedViolationsTest {
  private static final int SEEDS = 60;
  private static final PoolPolicy HONEST = Elastic.create();

  @Test
  void shouldCatchNodesGivenTwice() {
    Subject greedy = Subject.of(GreedyPolicy::new, null);
    assertThatThrownBy(() -> failures(seed -> assertThat(run(greedy, seed)).isNotNull()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not idle");
    caught(tampered(run -> withView(run, 1)), Laws::noNodeIsGivenTwice);
    caught(tampered(run -> withChange(run, 1, 0)), Laws::noNodeIsGivenTwice);
  }

  @Test
  void shouldCatchAnIllegalSize() {
    caught(tampered(run -> withChange(run, 1, 0)), Laws::sizesStayLegal);
  }

  @Test
  void shouldCatchAMoodyPolicy() {
    AtomicInteger mood = new AtomicInteger();
    Subject moody =
        planted((view, plan) ->
            mood.incrementAndGet() % 3 == 0 && view.idle() < view.nodes()
                ? PoolPlan.NOTHING
                : plan);
    assertThat(failures(seed -> Laws.equalViewsGiveEqualPlans(run(moody, seed)))).isPositive();
    assertThat(failures(seed -> Laws.sameRun(run(moody, seed), run(moody, seed)))).isPositive();
  }

  @Test
  void shouldCatchAccountsThatDoNotAddUp() {
    caught(tampered(run -> withChange(run, 1, 0)), Laws::accountsAddUp);
    caught(tampered(run -> withView(run, 1)), Laws::accountsAddUp);
  }

  @Test
  void shouldCatchAJobThatDidNotRunAsLongAsItTakes() {
    caught(tampered(run -> withChange(run, 0, 1)), Laws::everyJobRunsOnce);
  }

  @Test
  void shouldCatchABrokenPromise() {
    Subject pushing =
        planted((view, plan) -> {
          List<PoolDecision> decisions = new ArrayList<>(starts(view, view.idle()));
          plan.decisions().stream()
              .filter(d -> d instanceof PoolDecision.Reserve)
              .filter(d -> decisions.stream().noneMatch(start -> start.job() == d.job()))
              .forEach(decisions::add);
          return new PoolPlan(decisions);
        });
    caught(runs(pushing), Laws::promisesAreKept);
    caught(runs(pushing), Laws::nobodyPasses);
  }

  @Test
  void shouldCatchIdleNodesLeftAlone() {
    Subject lazy =
        planted((view, plan) ->
            view.running().isEmpty()
                ? new PoolPlan(plan.decisions().stream().limit(1).toList())
                : new PoolPlan(reserves(plan)));
    caught(runs(lazy), Laws::headsStartWhenTheyFit);
    caught(runs(lazy), run -> Laws.nobodyWaitsWhoCouldPass(run, null));
    Subject sleepy = planted((view, _) -> withoutGrowth(view));
    caught(runs(sleepy), Laws::idleNodesGoToRunningJobs);
  }

  @Test
  void shouldCatchAPolicyWithoutFloorAndBound() {
    Elastic.Tuning loose = new Elastic.Tuning(new FairnessFloor(100), 0, 10_000, 0, 10);
    Elastic.Tuning strict = new Elastic.Tuning(new FairnessFloor(1.2), 20_000, 2, 0.5, 4);
    Subject reckless = Subject.of(() -> Elastic.with(loose), loose);
    caught(runs(reckless), run -> Laws.fairnessFloorIsKept(run, strict));
    caught(runs(reckless), run -> Laws.churnIsBounded(run, strict));
  }

  private static PoolPlan withoutGrowth(Pool view) {
    List<PoolDecision> decisions = new ArrayList<>();
    for (PoolDecision decision :
        ((PoolPolicy) Policies.named("performance-aware")).decide(view).decisions()) {
      if (!(decision instanceof PoolDecision.Resize resize) || shrinks(view, resize)) {
        decisions.add(decision);
      }
    }
    return new PoolPlan(decisions);
  }

  private static boolean shrinks(Pool view, PoolDecision.Resize resize) {
    return view.running().stream()
        .anyMatch(job -> job.shape().job() == resize.job() && job.nodes() > resize.nodes());
  }

  private static List<PoolDecision> reserves(PoolPlan plan) {
    return plan.decisions().stream().filter(PoolDecision.Reserve.class::isInstance).toList();
  }

  /** Starts on the preferred size, while so many nodes last, whoever waits before. */
  private static List<PoolDecision> starts(Pool view, int nodes) {
    List<PoolDecision> starts = new ArrayList<>();
    int left = nodes;
    for (WaitingShape job : view.waiting()) {
      int size = job.sizes().preferred();
      if (size <= left) {
        left -= size;
        starts.add(new PoolDecision.Start(job.job(), size, 0, "planted"));
      }
    }
    return starts;
  }

  /** The policy {@code elastic} with its plans falsified. */
  private static Subject planted(BiFunction<Pool, PoolPlan, PoolPlan> falsify) {
    return Subject.of(
        () ->
            new PoolPolicy() {
              @Override
              public String name() {
                return "planted";
              }

              @Override
              public PoolPlan decide(Pool view) {
                return falsify.apply(view, HONEST.decide(view));
              }
            },
        null);
  }

  private static Observed run(Subject subject, long seed) {
    return subject.run(RandomWorkloads.withCurvesOfTheirOwn(seed));
  }

  private static List<Supplier<Observed>> runs(Subject subject) {
    List<Supplier<Observed>> runs = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      long workload = seed;
      runs.add(() -> run(subject, workload));
    }
    return runs;
  }

  /** Honest runs, falsified after the fact. */
  private static List<Supplier<Observed>> tampered(UnaryOperator<Observed> falsify) {
    return runs(planted((_, plan) -> plan)).stream()
        .<Supplier<Observed>>map(run -> () -> falsify.apply(run.get()))
        .toList();
  }

  private static void caught(List<Supplier<Observed>> runs, Consumer<Observed> law) {
    assertThat(failures(seed -> law.accept(runs.get((int) seed - 1).get()))).isPositive();
  }

  private static int failures(LongConsumer law) {
    int failures = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        law.accept(seed);
      } catch (AssertionError expected) {
        failures++;
      }
    }
    return failures;
  }

  /** The first round sees so many idle nodes too many. */
  private static Observed withView(Observed run, int more) {
    List<Observed.Round> rounds = new ArrayList<>(run.rounds());
    Observed.Round round = rounds.removeFirst();
    Pool view = round.view();
    List<RunningShape> running = view.running();
    rounds.addFirst(
        new Observed.Round(
            new Pool(
                view.now(), view.nodes(), view.idle() + more, running, view.waiting(), view.cost()),
            round.plan(),
            round.again()));
    return new Observed(run.workload(), rounds, run.schedule());
  }

  /** The first job holds so many nodes more, and ends so many milliseconds later. */
  private static Observed withChange(Observed run, int nodes, long later) {
    Schedule schedule = run.schedule();
    Workload workload = run.workload();
    List<Schedule.Change> changes = new ArrayList<>(schedule.changes());
    Schedule.Change first = changes.removeFirst();
    int size = nodes == 0 ? first.nodes() : workload.nodes() + nodes;
    changes.addFirst(new Schedule.Change(first.time(), first.job(), size));
    long[] ends = schedule.ends().clone();
    for (int job = 0; job < ends.length; job++) {
      ends[job] += later;
    }
    return new Observed(
        workload,
        run.rounds(),
        new Schedule(schedule.policy(), schedule.starts(), ends, schedule.references(), changes));
  }
}

package io.pliant.sim.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.elastic.Elastic;
import io.pliant.core.elastic.Pool;
import io.pliant.core.elastic.PoolDecision;
import io.pliant.core.elastic.PoolPlan;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.size.SizeRange;
import io.pliant.core.size.SpeedUp;
import io.pliant.sim.elastic.ElasticJob;
import io.pliant.sim.elastic.Outcome;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;

/** What policies owe and some promise, checked on a whole run. All of them throw AssertionError. */
final class Laws {
  private static final long HOUR = 3_600_000;

  private Laws() {}

  /** Design invariant 1, counted: no more nodes are held or given than there are. */
  static void noNodeIsGivenTwice(Observed run) {
    for (Observed.Round round : run.rounds()) {
      Pool view = round.view();
      int held = view.running().stream().mapToInt(RunningShape::nodes).sum();
      assertThat(held + view.idle()).as("held and idle at %d", view.now()).isEqualTo(view.nodes());
      assertThat(idleAfter(round)).as("idle after %s", round.plan()).isNotNegative();
    }
    int[] nodes = new int[run.workload().jobs().size()];
    int held = 0;
    for (Schedule.Change change : run.schedule().changes()) {
      held += change.nodes() - nodes[change.job()];
      nodes[change.job()] = change.nodes();
      assertThat(held).as("held at %d", change.time()).isBetween(0, run.workload().nodes());
    }
    assertThat(held).as("held at the end").isZero();
  }

  /** Design invariant 5: a job has a legal size at all times, a rigid one its own. */
  static void sizesStayLegal(Observed run) {
    for (Observed.Round round : run.rounds()) {
      for (RunningShape job : round.view().running()) {
        assertThat(job.shape().sizes().isLegal(job.nodes())).as("%s", job).isTrue();
        assertThat(job.shape().sizes().isLegal(job.target())).as("%s", job).isTrue();
      }
    }
    for (Schedule.Change change : run.schedule().changes()) {
      SizeRange sizes = run.workload().jobs().get(change.job()).shape().sizes();
      assertThat(change.nodes() == 0 || sizes.isLegal(change.nodes())).as("%s", change).isTrue();
    }
  }

  /** Design invariant 8: an equal view gives an equal plan, whichever instance is asked. */
  static void equalViewsGiveEqualPlans(Observed run) {
    for (Observed.Round round : run.rounds()) {
      assertThat(round.again()).isEqualTo(round.plan());
    }
  }

  /** Design invariant 8, over time: the same work gives the same decisions to the end. */
  static void sameRun(Observed one, Observed other) {
    assertThat(other.rounds()).isEqualTo(one.rounds());
    assertThat(other.schedule().ends()).isEqualTo(one.schedule().ends());
  }

  /** Design invariant 6: node-seconds of jobs + idle = capacity x time. */
  static void accountsAddUp(Observed run) {
    Workload workload = run.workload();
    double jobs = 0;
    long[] since = new long[workload.jobs().size()];
    int[] nodes = new int[since.length];
    long last = 0;
    for (Schedule.Change change : run.schedule().changes()) {
      jobs += (double) nodes[change.job()] * (change.time() - since[change.job()]);
      nodes[change.job()] = change.nodes();
      since[change.job()] = change.time();
      last = Math.max(last, change.time());
    }
    double idle = 0;
    List<Observed.Round> rounds = run.rounds();
    for (int i = 0; i < rounds.size(); i++) {
      long until = i + 1 < rounds.size() ? rounds.get(i + 1).view().now() : last;
      idle += (double) idleAfter(rounds.get(i)) * (until - rounds.get(i).view().now());
    }
    long first = workload.jobs().getFirst().shape().submit();
    double capacity = (double) workload.nodes() * (last - first);
    assertThat(jobs + idle).as("node-milliseconds").isEqualTo(capacity, Offset.offset(1e-3));
    assertThat(Outcome.of(workload, run.schedule()).utilization())
        .isEqualTo(jobs / capacity, Offset.offset(1e-9));
  }

  /** Every job runs once, not before its submission, and a rigid one as long as it takes. */
  static void everyJobRunsOnce(Observed run) {
    for (int i = 0; i < run.workload().jobs().size(); i++) {
      ElasticJob job = run.workload().jobs().get(i);
      long start = run.schedule().starts()[i];
      assertThat(start).isGreaterThanOrEqualTo(job.shape().submit());
      long ran = run.schedule().ends()[i] - start;
      assertThat(ran).as("job %d", i).isPositive();
      if (!job.malleable()) {
        assertThat(ran).as("job %d", i).isEqualTo(job.run());
      }
    }
  }

  /**
   * What the head of the queue is promised never becomes worse, and is kept: for a rigid head its
   * start; for a malleable one its end by the estimate, or a start that is sooner than promised on
   * what there is. Each decision may cost the two milliseconds to which it rounds its job's end.
   */
  static void promisesAreKept(Observed run) {
    Map<Integer, PoolDecision.Reserve> promises = new HashMap<>();
    int rounding = 0;
    for (Observed.Round round : run.rounds()) {
      rounding += 2 * round.plan().decisions().size();
      boolean head = true;
      for (PoolDecision decision : round.plan().decisions()) {
        PoolDecision.Reserve promised = promises.get(decision.job());
        if (decision instanceof PoolDecision.Start start && promised != null) {
          startsAsPromised(round.view(), start, promised, rounding);
        } else if (decision instanceof PoolDecision.Reserve reserve && head) {
          head = false;
          promises.put(reserve.job(), reserve);
          if (promised != null) {
            assertThat(reserve.end())
                .as("%s after %s by %s", reserve, promised, run.schedule().policy())
                .isLessThanOrEqualTo(promised.end() + rounding);
          }
        }
      }
    }
  }

  private static void startsAsPromised(
      Pool view, PoolDecision.Start start, PoolDecision.Reserve promised, int rounding) {
    WaitingShape shape =
        view.waiting().stream().filter(job -> job.job() == start.job()).findFirst().orElseThrow();
    if (view.now() > promised.at() + rounding) {
      assertThat(view.now() + shape.estimateOn(start.nodes(), SpeedUp.UNKNOWN))
          .as("%s at %d after %s", start, view.now(), promised)
          .isLessThanOrEqualTo(promised.end() + rounding);
    }
  }

  /** No job starts before one that was submitted before it. */
  static void nobodyPasses(Observed run) {
    assertThat(run.schedule().starts()).isSorted();
  }

  /**
   * The first job in the queue is not left waiting while its preferred size is idle, unless others
   * have been promised those nodes before it would be done with them.
   */
  static void headsStartWhenTheyFit(Observed run) {
    PromisedNodes promised = PromisedNodes.none();
    for (Observed.Round round : run.rounds()) {
      WaitingShape head = head(round);
      if (head != null && !promised.forbid(round.view(), head)) {
        assertThat(head.sizes().preferred()).as("%s", round).isGreaterThan(idleAfter(round));
      }
      promised = PromisedNodes.by(round);
    }
  }

  /**
   * Nobody waits who could start now and end, by the estimate, before the head is to start.
   *
   * @param tuning not null where malleable jobs start on less than their preferred size, too
   */
  static void nobodyWaitsWhoCouldPass(Observed run, Elastic.@Nullable Tuning tuning) {
    for (Observed.Round round : run.rounds()) {
      long shadow = shadow(round);
      long now = round.view().now();
      int idle = idleAfter(round);
      for (WaitingShape job : waitingAfter(round)) {
        int size = job.sizes().preferred() <= idle ? job.sizes().preferred() : 0;
        if (size == 0 && tuning != null && !job.sizes().isRigid()) {
          size = job.sizes().floor(idle);
        }
        long end = size == 0 ? Long.MAX_VALUE : now + job.estimateOn(size, SpeedUp.UNKNOWN);
        boolean fair =
            size == job.sizes().preferred()
                || (tuning != null && end <= tuning.floor().latestEnd(job, now + job.estimate()));
        assertThat(end <= shadow && fair).as("%s could pass in %s", job, round).isFalse();
      }
    }
  }

  /** While nothing adapts and nothing is collected, idle nodes are with whoever can have them. */
  static void idleNodesGoToRunningJobs(Observed run) {
    for (Observed.Round round : run.rounds()) {
      List<RunningShape> running = round.view().running();
      Map<Integer, Integer> resized = resized(round.plan());
      boolean quiet =
          running.stream()
              .noneMatch(job ->
                  job.adapting(round.view().now())
                      || resized.getOrDefault(job.shape().job(), job.nodes()) < job.nodes());
      for (RunningShape job : quiet ? running : List.<RunningShape>of()) {
        int size = resized.getOrDefault(job.shape().job(), job.nodes());
        assertThat(job.shape().sizes().floor(size + idleAfter(round)))
            .as("%s in %s", job, round)
            .isLessThanOrEqualTo(size);
      }
    }
  }

  /**
   * No malleable job ends later than as a rigid one by more than the factor; where the policy's
   * idea of its speed was wrong, by more than the factor times the error.
   */
  static void fairnessFloorIsKept(Observed run, Elastic.Tuning tuning) {
    for (int i = 0; i < run.workload().jobs().size(); i++) {
      ElasticJob job = run.workload().jobs().get(i);
      if (job.malleable()) {
        WaitingShape shape = job.shape();
        long latest = tuning.floor().latestEnd(shape, run.schedule().references()[i]);
        double bound = shape.submit() + (latest - shape.submit()) * error(job);
        assertThat((double) run.schedule().ends()[i])
            .as("end of job %d", i)
            .isLessThanOrEqualTo(bound + 2 + resizes(run, i));
      }
    }
  }

  /** How much slower the job may be on a legal size than the policy thought; 1 for not at all. */
  private static double error(ElasticJob job) {
    SizeRange sizes = job.shape().sizes();
    SpeedUp curve = job.phases().getFirst().curve();
    double most = 1;
    for (int n = sizes.min(); n <= sizes.max(); n++) {
      if (sizes.isLegal(n)) {
        double thought = SpeedUp.UNKNOWN.relative(n, sizes.preferred());
        most = Math.max(most, thought / curve.relative(n, sizes.preferred()));
      }
    }
    return most;
  }

  /** Dwell time between adaptations of a job, and so many an hour at most. */
  static void churnIsBounded(Observed run, Elastic.Tuning tuning) {
    Map<Integer, Long> quietSince = new HashMap<>();
    Map<Integer, Integer> count = new HashMap<>();
    for (Observed.Round round : run.rounds()) {
      long now = round.view().now();
      Map<Integer, Integer> resized = resized(round.plan());
      for (RunningShape job : round.view().running()) {
        int number = job.shape().job();
        Integer to = resized.get(number);
        if (to != null) {
          assertThat(now - quietSince.getOrDefault(number, job.start()))
              .as("rest of job %d", number)
              .isGreaterThanOrEqualTo(tuning.dwellMillis());
          long hours = 1 + (now - job.start()) / HOUR;
          assertThat(count.merge(number, 1, Integer::sum))
              .as("adaptations of job %d", number)
              .isLessThanOrEqualTo((int) (tuning.perHour() * hours));
          quietSince.put(number, now + round.view().pause(job, to));
        }
      }
    }
  }

  private static int idleAfter(Observed.Round round) {
    Map<Integer, Integer> resized = resized(round.plan());
    int idle = round.view().idle();
    for (PoolDecision decision : round.plan().decisions()) {
      idle -= decision instanceof PoolDecision.Start start ? start.nodes() : 0;
    }
    for (RunningShape job : round.view().running()) {
      idle -= Math.max(0, resized.getOrDefault(job.shape().job(), job.nodes()) - job.nodes());
    }
    return idle;
  }

  private static Map<Integer, Integer> resized(PoolPlan plan) {
    Map<Integer, Integer> resized = new HashMap<>();
    for (PoolDecision decision : plan.decisions()) {
      if (decision instanceof PoolDecision.Resize resize) {
        resized.put(resize.job(), resize.nodes());
      }
    }
    return resized;
  }

  private static List<WaitingShape> waitingAfter(Observed.Round round) {
    List<Integer> started =
        round.plan().decisions().stream()
            .filter(PoolDecision.Start.class::isInstance)
            .map(PoolDecision::job)
            .toList();
    return round.view().waiting().stream().filter(job -> !started.contains(job.job())).toList();
  }

  private static @Nullable WaitingShape head(Observed.Round round) {
    List<WaitingShape> left = waitingAfter(round);
    return left.isEmpty() ? null : left.getFirst();
  }

  private static long shadow(Observed.Round round) {
    for (PoolDecision decision : round.plan().decisions()) {
      if (decision instanceof PoolDecision.Reserve reserve) {
        return reserve.at();
      }
    }
    return Long.MIN_VALUE;
  }

  private static long resizes(Observed run, int job) {
    return run.schedule().changes().stream().filter(change -> change.job() == job).count();
  }
}

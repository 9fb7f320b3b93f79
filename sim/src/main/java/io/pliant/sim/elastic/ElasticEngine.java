package io.pliant.sim.elastic;

import io.pliant.core.plan.Decision;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.view.ClusterPower;
import io.pliant.sim.power.PowerSetting;
import io.pliant.sim.power.PowerTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Simulates rigid and malleable jobs on a machine of equal nodes.
 *
 * <p><b>Order of events.</b> As in the exact engine: by time, submissions before the rest, a round
 * for each event; rigid jobs whose estimated end has come are over before an event of that instant
 * is handled. So a rigid policy gives the same schedule in both.
 *
 * <p><b>Adaptations.</b> A job stands still for the cost of the resize. Nodes of an expansion are
 * held from its beginning, those of a shrink until its end. Then a round is held. Adaptations end
 * before anything else of their instant, so that no policy takes one for over that is not.
 *
 * <p><b>Power.</b> All nodes that a job holds draw its watts, while it adapts too; the others draw
 * idle watts. A round is held when bounds change and when a job's watts have been measured.
 */
public final class ElasticEngine {
  private final Workload workload;
  private final Scheduler scheduler;
  private final String policy;
  private final PriorityQueue<Happening> events = new PriorityQueue<>();
  private final PriorityQueue<Happening> estimatedEnds = new PriorityQueue<>();
  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final Map<Integer, RunningJob> running = new LinkedHashMap<>();
  private final List<Schedule.Change> changes = new ArrayList<>();
  private final long[] starts;
  private final long[] ends;
  private final long[] references;
  private final @Nullable PowerMeter meter;
  private @Nullable Long callAgain;
  private long sequence;

  private ElasticEngine(
      Workload workload,
      String policy,
      @Nullable PowerMeter meter,
      Function<LongFunction<@Nullable ClusterPower>, Scheduler> schedulers) {
    this.meter = meter;
    this.workload = workload;
    this.policy = policy;
    this.scheduler = schedulers.apply(this::power);
    int jobs = workload.jobs().size();
    this.starts = new long[jobs];
    this.ends = new long[jobs];
    this.references = new long[jobs];
  }

  private static ElasticEngine simulated(
      Workload workload,
      SchedulingPolicy policy,
      QueueOrdering ordering,
      @Nullable PowerMeter meter) {
    return new ElasticEngine(
        workload,
        policy.name(),
        meter,
        power -> new SimulatedPartition(workload, policy, ordering, power));
  }

  /**
   * Runs the whole workload in a world in which somebody else decides.
   *
   * @param power what bounds there are and what jobs draw, or null; when bounds change a round is
   *     held, but knowing them is up to the scheduler
   */
  public static Schedule run(
      Workload workload, Scheduler scheduler, String policy, @Nullable PowerSetting power) {
    PowerMeter meter = power == null ? null : new PowerMeter(workload, power);
    return new ElasticEngine(workload, policy, meter, _ -> scheduler).run();
  }

  /** Runs the whole workload; throws IllegalStateException when the policy breaks a rule. */
  public static Schedule run(Workload workload, SchedulingPolicy policy) {
    return run(workload, policy, QueueOrdering.SUBMISSION);
  }

  /** The same with a queue that is ordered anew for each round. */
  public static Schedule run(Workload workload, SchedulingPolicy policy, QueueOrdering ordering) {
    return simulated(workload, policy, ordering, null).run();
  }

  /** A schedule and what was drawn over time. */
  public record Metered(Schedule schedule, PowerTrace power) {}

  /** The same with power, in the order of submission. */
  public static Metered run(Workload workload, SchedulingPolicy policy, PowerSetting power) {
    PowerMeter meter = new PowerMeter(workload, power);
    Schedule schedule = simulated(workload, policy, QueueOrdering.SUBMISSION, meter).run();
    return new Metered(schedule, meter.trace());
  }

  private Schedule run() {
    List<ElasticJob> jobs = workload.jobs();
    int next = 0;
    while (next < jobs.size() || !events.isEmpty() || (!waiting.isEmpty() && wake() != null)) {
      Happening first = events.peek();
      long submit = next < jobs.size() ? jobs.get(next).shape().submit() : Long.MAX_VALUE;
      if (first != null && outdated(first)) {
        events.remove();
      } else if (wakesBefore(Math.min(submit, first == null ? Long.MAX_VALUE : first.time()))) {
        round(Objects.requireNonNull(wake()));
      } else if (first == null
          || submit < first.time()
          || (submit == first.time() && !first.comesFirst())) {
        endRigid(submit);
        waiting.add(next);
        scheduler.submitted(next++, submit);
        round(submit);
      } else {
        events.remove();
        endRigid(first.time());
        if (!outdated(first)) {
          happen(first);
        }
        round(first.time());
      }
    }
    if (!waiting.isEmpty() || !running.isEmpty()) {
      throw new IllegalStateException(
          "Expected policy %s to start all jobs, but %d wait for ever."
              .formatted(policy, waiting.size()));
    }
    return new Schedule(policy, starts, ends, references, changes);
  }

  /** The next time at which a round is to be held although nothing happens; null for none. */
  private @Nullable Long wake() {
    Long powered = meter == null ? null : meter.nextWake();
    Long again = callAgain;
    return powered == null || (again != null && again < powered) ? again : powered;
  }

  private @Nullable ClusterPower power(long now) {
    return meter == null ? null : meter.view(now, running.values());
  }

  private boolean wakesBefore(long time) {
    Long wake = wake();
    return wake != null && wake < time;
  }

  private boolean outdated(Happening event) {
    RunningJob job = running.get(event.job());
    return job == null || job.epoch != event.epoch();
  }

  private void endRigid(long now) {
    while (!estimatedEnds.isEmpty() && estimatedEnds.peek().time() <= now) {
      RunningJob job = running.get(estimatedEnds.remove().job());
      if (job != null) {
        end(job, now);
      }
    }
  }

  private void happen(Happening event) {
    long now = event.time();
    RunningJob job = running.get(event.job());
    if (job == null) {
      throw new IllegalStateException("Expected job " + event.job() + " to run, but it does not.");
    }
    job.advance(now);
    if (job.over(now)) {
      end(job, now);
      return;
    }
    if (job.adapting()) {
      if (job.endAdaptation() > 0) {
        changes.add(new Schedule.Change(now, event.job(), job.nodes()));
      }
      scheduler.resized(event.job(), now, job.mtct());
    } else if (job.nextPhase()) {
      scheduler.measured(event.job(), job.mtct());
    } else {
      end(job, now);
      return;
    }
    plan(job, job.phaseEnd());
  }

  private void end(RunningJob job, long now) {
    int index = job.job.shape().job();
    running.remove(index);
    ends[index] = now;
    scheduler.ended(index, now);
    changes.add(new Schedule.Change(now, index, 0));
  }

  private void plan(RunningJob job, long time) {
    plan(job, time, sequence++);
  }

  private void plan(RunningJob job, long time, long rank) {
    job.epoch++;
    events.add(new Happening(time, rank, job.job.shape().job(), job.epoch));
  }

  private void round(long now) {
    Scheduler.Round round = scheduler.round(now);
    for (Decision decision : round.decisions()) {
      switch (decision) {
        case Decision.Start start -> start(start, now);
        case Decision.Resize resize -> resize(resize, now);
        case Decision.Reserve _, Decision.CallAgain _ -> {}
      }
    }
    Long again = round.callAgain();
    callAgain = again == null || again <= now ? null : again;
    if (meter != null) {
      meter.woken(now);
      meter.record(now, running.values(), waiting);
    }
  }

  private void start(Decision.Start start, long now) {
    int index = SubmittedJobs.index(start.job());
    int nodes = start.allocation().cpus();
    ElasticJob spec = workload.jobs().get(index);
    RunningJob job = new RunningJob(spec, nodes, now, workload.limited());
    waiting.remove(index);
    running.put(index, job);
    starts[index] = now;
    Instant reference = start.reference();
    references[index] = reference == null ? 0 : reference.toEpochMilli();
    changes.add(new Schedule.Change(now, index, nodes));
    if (spec.malleable()) {
      scheduler.measured(index, job.mtct());
    } else {
      estimatedEnds.add(new Happening(job.estimatedEnd(), sequence++, index, 0));
    }
    plan(job, job.phaseEnd());
  }

  private void resize(Decision.Resize resize, long now) {
    int index = SubmittedJobs.index(resize.job());
    RunningJob job = running.get(index);
    if (job == null) {
      throw new IllegalStateException("Expected job " + resize.job() + " to run.");
    }
    job.advance(now);
    int before = job.nodes();
    double gigabytes = job.job.shape().gigabytes();
    long pause = workload.cost().millis(before, resize.nodes(), gigabytes);
    job.beginAdaptation(resize.nodes(), now, pause);
    if (resize.nodes() > before) {
      changes.add(new Schedule.Change(now, index, job.nodes()));
    }
    plan(job, job.adaptationEnd(), Long.MIN_VALUE + sequence++);
  }
}

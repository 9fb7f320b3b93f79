package io.pliant.sim.elastic;

import io.pliant.core.elastic.ElasticDecision;
import io.pliant.core.elastic.ElasticPlan;
import io.pliant.core.elastic.ElasticPolicy;
import io.pliant.core.elastic.ElasticView;
import io.pliant.core.elastic.ResizeCheck;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.WaitingShape;
import io.pliant.sim.power.PowerSetting;
import io.pliant.sim.power.PowerTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
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
  private final ElasticPolicy policy;
  private final QueueOrdering ordering;
  private final PriorityQueue<Happening> events = new PriorityQueue<>();
  private final PriorityQueue<Happening> estimatedEnds = new PriorityQueue<>();
  private final TreeMap<Integer, WaitingShape> waiting = new TreeMap<>();
  private final Map<Integer, RunningJob> running = new LinkedHashMap<>();
  private final List<Schedule.Change> changes = new ArrayList<>();
  private final long[] starts;
  private final long[] ends;
  private final long[] references;
  private final @Nullable PowerMeter meter;
  private int idle;
  private long sequence;

  private ElasticEngine(
      Workload workload, ElasticPolicy policy, QueueOrdering ordering, @Nullable PowerMeter meter) {
    this.meter = meter;
    this.workload = workload;
    this.policy = policy;
    this.ordering = ordering;
    this.idle = workload.nodes();
    int jobs = workload.jobs().size();
    this.starts = new long[jobs];
    this.ends = new long[jobs];
    this.references = new long[jobs];
  }

  /** Runs the whole workload; throws IllegalStateException when the policy breaks a rule. */
  public static Schedule run(Workload workload, ElasticPolicy policy) {
    return run(workload, policy, QueueOrdering.SUBMISSION);
  }

  /** The same with a queue that is ordered anew for each round. */
  public static Schedule run(Workload workload, ElasticPolicy policy, QueueOrdering ordering) {
    return new ElasticEngine(workload, policy, ordering, null).run();
  }

  /** A schedule and what was drawn over time. */
  public record Metered(Schedule schedule, PowerTrace power) {}

  /** The same with power, in the order of submission. */
  public static Metered run(Workload workload, ElasticPolicy policy, PowerSetting power) {
    PowerMeter meter = new PowerMeter(workload, power);
    Schedule schedule = new ElasticEngine(workload, policy, QueueOrdering.SUBMISSION, meter).run();
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
        waiting.put(next, jobs.get(next).shape());
        ordering.submitted(next++);
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
              .formatted(policy.name(), waiting.size()));
    }
    return new Schedule(policy.name(), starts, ends, references, changes);
  }

  private @Nullable Long wake() {
    return meter == null ? null : meter.nextWake();
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
    if (job.adapting()) {
      int back = job.endAdaptation(now);
      idle += back;
      if (back > 0) {
        changes.add(new Schedule.Change(now, event.job(), job.nodes()));
      }
    } else if (!job.nextPhase(now)) {
      end(job, now);
      return;
    }
    plan(job, job.phaseEnd());
  }

  private void end(RunningJob job, long now) {
    int index = job.job.shape().job();
    idle += job.nodes();
    running.remove(index);
    ends[index] = now;
    ordering.ended(index);
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
    List<RunningShape> shapes = new ArrayList<>(running.size());
    for (RunningJob job : running.values()) {
      shapes.add(job.shape());
    }
    ElasticView view =
        new ElasticView(
            now,
            workload.nodes(),
            idle,
            shapes,
            ordering.sorted(new ArrayList<>(waiting.values()), now),
            workload.cost(),
            meter == null ? null : meter.view(now, running.values()));
    ElasticPlan plan = policy.plan(view);
    String wrong = ResizeCheck.refuse(plan, view);
    if (wrong != null) {
      throw new IllegalStateException("Policy %s: %s".formatted(policy.name(), wrong));
    }
    for (ElasticDecision decision : plan.decisions()) {
      switch (decision) {
        case ElasticDecision.Start start -> start(start, now);
        case ElasticDecision.Resize resize -> resize(resize, view);
        case ElasticDecision.Reserve _ -> {}
      }
    }
    if (meter != null) {
      meter.woken(now);
      meter.record(now, running.values(), waiting.keySet());
    }
  }

  private void start(ElasticDecision.Start start, long now) {
    ElasticJob spec = workload.jobs().get(start.job());
    RunningJob job = new RunningJob(spec, start.nodes(), now, start.reference());
    waiting.remove(start.job());
    running.put(start.job(), job);
    idle -= start.nodes();
    starts[start.job()] = now;
    references[start.job()] = start.reference();
    changes.add(new Schedule.Change(now, start.job(), start.nodes()));
    if (!spec.malleable()) {
      estimatedEnds.add(new Happening(job.estimatedEnd(), sequence++, start.job(), 0));
    }
    plan(job, job.phaseEnd());
  }

  private void resize(ElasticDecision.Resize resize, ElasticView view) {
    RunningJob job = running.get(resize.job());
    if (job == null) {
      throw new IllegalStateException("Expected job " + resize.job() + " to run.");
    }
    long now = view.now();
    job.advance(now);
    long pause = view.pause(job.shape(), resize.nodes());
    int more = Math.max(0, resize.nodes() - job.nodes());
    job.beginAdaptation(resize.nodes(), now, pause);
    idle -= more;
    if (more > 0) {
      changes.add(new Schedule.Change(now, resize.job(), job.nodes()));
    }
    plan(job, now + pause, Long.MIN_VALUE + sequence++);
  }
}

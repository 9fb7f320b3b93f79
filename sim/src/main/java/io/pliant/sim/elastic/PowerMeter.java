package io.pliant.sim.elastic;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.Watts;
import io.pliant.core.view.ClusterPower;
import io.pliant.sim.power.CorridorOracle;
import io.pliant.sim.power.PowerSetting;
import io.pliant.sim.power.PowerTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The meter of a simulated machine: knows what is drawn, tells the policy, writes it down. */
final class PowerMeter {
  private static final Watts UNKNOWN_JOB = Watts.declared(0, 1e6);

  private final Workload workload;
  private final PowerSetting setting;
  private final List<PowerTrace.Sample> samples = new ArrayList<>();
  private final PriorityQueue<Long> wakes = new PriorityQueue<>();
  private final Map<Integer, Measured> measured = new HashMap<>();
  private long wokenUntil = Long.MIN_VALUE;

  /** What the policy believes of a running job, and when it will know better. */
  private record Measured(int phase, Watts believed, long knownAt) {}

  PowerMeter(Workload workload, PowerSetting setting) {
    this.workload = workload;
    this.setting = setting;
    setting.corridor().changes().forEach(change -> wakes.add(change.at()));
  }

  /** The next time at which a round is to be held for power alone; null for none. */
  @Nullable Long nextWake() {
    while (!wakes.isEmpty() && wakes.peek() <= wokenUntil) {
      wakes.remove();
    }
    return wakes.peek();
  }

  /** A round has been held. */
  void woken(long now) {
    wokenUntil = Math.max(wokenUntil, now);
  }

  /** What the policy is told; null before the first bounds. */
  @Nullable ClusterPower view(long now, Collection<RunningJob> running) {
    Corridor corridor = setting.corridor().at(now);
    if (corridor == null) {
      return null;
    }
    SortedMap<Integer, Watts> jobs = new TreeMap<>();
    for (ElasticJob job : workload.jobs()) {
      jobs.put(job.shape().job(), setting.jobs().get(job.shape().job()).declared());
    }
    for (RunningJob job : running) {
      int number = job.job.shape().job();
      jobs.put(number, believed(job, number, now));
    }
    List<ClusterPower.Announced> announced = new ArrayList<>();
    if (setting.announced()) {
      for (CorridorTable.Change change : setting.corridor().after(now)) {
        announced.add(
            new ClusterPower.Announced(Instant.ofEpochMilli(change.at()), change.corridor()));
      }
    }
    List<ClusterPower.JobWatts> watts = new ArrayList<>();
    jobs.forEach((job, each) -> watts.add(new ClusterPower.JobWatts(SubmittedJobs.id(job), each)));
    return new ClusterPower(corridor, announced, setting.idleWatts(), UNKNOWN_JOB, watts);
  }

  private Watts believed(RunningJob job, int number, long now) {
    Measured known = measured.get(number);
    Watts real = Watts.measured(real(job));
    if (known == null || known.phase() != job.phase()) {
      Watts before = known == null ? setting.jobs().get(number).declared() : known.believed();
      long at = now + setting.measuredAfter();
      known = new Measured(job.phase(), before.equals(real) ? real : before, at);
      if (!before.equals(real)) {
        wakes.add(at);
      }
    }
    if (now >= known.knownAt()) {
      known = new Measured(known.phase(), real, known.knownAt());
    }
    measured.put(number, known);
    return known.believed();
  }

  private double real(RunningJob job) {
    return setting.jobs().get(job.job.shape().job()).phases().get(job.phase());
  }

  /** Writes down what is drawn from now on. */
  void record(long now, Collection<RunningJob> running, Collection<Integer> waiting) {
    running.forEach(job -> believed(job, job.job.shape().job(), now));
    double watts = workload.nodes() * setting.idleWatts();
    for (RunningJob job : running) {
      watts += job.nodes() * (real(job) - setting.idleWatts());
    }
    Corridor corridor = setting.corridor().at(now);
    boolean avoidable =
        corridor != null && !corridor.holds(watts) && avoidable(corridor, running, waiting);
    if (!samples.isEmpty() && samples.getLast().time() == now) {
      samples.removeLast();
    }
    samples.add(
        new PowerTrace.Sample(now, watts, corridor, avoidable, running.size() + waiting.size()));
  }

  private boolean avoidable(
      Corridor corridor, Collection<RunningJob> running, Collection<Integer> waiting) {
    List<CorridorOracle.Choice> choices = new ArrayList<>();
    for (RunningJob job : running) {
      choices.add(new CorridorOracle.Choice(job.job.shape().sizes().all(), real(job)));
    }
    for (int job : waiting) {
      List<Integer> sizes = new ArrayList<>(workload.jobs().get(job).shape().sizes().all());
      sizes.addFirst(0);
      choices.add(new CorridorOracle.Choice(sizes, setting.jobs().get(job).phases().getFirst()));
    }
    return CorridorOracle.feasible(workload.nodes(), setting.idleWatts(), corridor, choices);
  }

  PowerTrace trace() {
    return new PowerTrace(samples);
  }
}

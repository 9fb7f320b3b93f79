package io.pliant.sim.elastic;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.round.SchedulingRound;
import io.pliant.core.view.ClusterPower;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The books of a simulated partition of equal nodes. It holds the rounds of a live one: the same
 * view, policy, placement and check of the plan; a plan that is not carried out as a whole is a
 * fault of the policy.
 */
final class SimulatedPartition implements Scheduler {
  private static final PartitionName NAME = new PartitionName("simulated");
  private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE / 4);

  private final Workload workload;
  private final SchedulingPolicy policy;
  private final QueueOrdering ordering;
  private final LongFunction<@Nullable ClusterPower> power;
  private final SimulatedMachine nodes;
  private final TreeMap<Integer, WaitingShape> waiting = new TreeMap<>();
  private final List<WaitingJob> jobs;
  private final Map<Integer, HeldNodes> running = new LinkedHashMap<>();
  private Map<Integer, Instant> promises = new HashMap<>();
  private long version;

  /**
   * An empty partition.
   *
   * @param power what is known of it at a time; gives null where it has no bounds
   */
  SimulatedPartition(
      Workload workload,
      SchedulingPolicy policy,
      QueueOrdering ordering,
      LongFunction<@Nullable ClusterPower> power) {
    this.workload = workload;
    this.policy = policy;
    this.ordering = ordering;
    this.power = power;
    int count = workload.nodes();
    boolean onNodes =
        policy.resizes() || policy.placesAhead() || !workload.reservations().isEmpty();
    this.nodes = onNodes ? new WholeNodes(count) : new SharedProcessors(count);
    this.jobs = onNodes ? SubmittedJobs.of(workload) : SubmittedJobs.onProcessors(workload);
  }

  @Override
  public void submitted(int job, long now) {
    waiting.put(job, workload.jobs().get(job).shape());
    ordering.submitted(job);
    version++;
  }

  @Override
  public void ended(int job, long now) {
    HeldNodes held = Objects.requireNonNull(running.remove(job), "a job that ended was running");
    nodes.giveBack(held.slices());
    ordering.ended(job);
    version++;
  }

  @Override
  public void resized(int job, long now, double mtct) {
    nodes.giveBack(held(job).resized(Instant.ofEpochMilli(now), mtct));
    version++;
  }

  @Override
  public void measured(int job, double mtct) {
    held(job).measured(mtct);
  }

  private HeldNodes held(int job) {
    return Objects.requireNonNull(running.get(job), "a job that is told of runs");
  }

  @Override
  public Round round(long now) {
    SchedulingRound round = SchedulingRound.hold(policy, view(now), Trigger.PERIODIC);
    if (!round.checked().whole()) {
      throw new IllegalStateException(
          "Policy %s: %s %s"
              .formatted(
                  policy.name(),
                  round.checked().refusedStarts(),
                  round.checked().refusedResizes()));
    }
    List<Decision> decisions = new ArrayList<>();
    Map<Integer, Instant> promised = new HashMap<>();
    Long again = null;
    for (Decision decision : round.plan().decisions()) {
      switch (decision) {
        case Decision.Start start -> {
          start(start, now);
          decisions.add(start);
        }
        case Decision.Resize resize -> {
          HeldNodes held = held(SubmittedJobs.index(resize.job()));
          int before = held.slices().size();
          held.begin(resize, Instant.ofEpochMilli(now));
          if (resize.nodes() > before) {
            nodes.take(resize.slices());
          }
          decisions.add(resize);
          version++;
        }
        case Decision.CallAgain call -> again = call.at().toEpochMilli();
        case Decision.Reserve promise ->
            promised.put(SubmittedJobs.index(promise.job()), promise.at());
      }
    }
    promises = policy.keepsPromises() ? promised : promises;
    return new Round(decisions, again);
  }

  private void start(Decision.Start start, long now) {
    int job = SubmittedJobs.index(start.job());
    Instant at = Instant.ofEpochMilli(now);
    boolean limited = workload.limited() || !policy.resizes() || jobs.get(job).malleable() == null;
    Instant limit = limited ? at.plus(jobs.get(job).timeLimit()) : NEVER;
    double gigabytes = workload.jobs().get(job).shape().gigabytes();
    waiting.remove(job);
    running.put(job, new HeldNodes(jobs.get(job), start, gigabytes, at, limit));
    nodes.take(start.allocation().slices());
    version++;
  }

  private ClusterView view(long now) {
    List<RunningJob> held = new ArrayList<>(running.size());
    running.values().forEach(job -> held.add(job.view(workload.cost())));
    List<WaitingJob> queue = new ArrayList<>(waiting.size());
    for (WaitingShape shape : ordering.sorted(new ArrayList<>(waiting.values()), now)) {
      WaitingJob job = jobs.get(shape.job());
      Instant promised = promises.get(shape.job());
      queue.add(promised == null ? job : job.promised(promised));
    }
    return new ClusterView(
        NAME,
        version,
        Instant.ofEpochMilli(now),
        nodes.views(),
        held,
        queue,
        power.apply(now),
        workload.cost(),
        workload.reservations(),
        null);
  }
}

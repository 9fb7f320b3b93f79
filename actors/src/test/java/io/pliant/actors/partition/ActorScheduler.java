package io.pliant.actors.partition;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.actors.protocol.JobCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.adaptation.LedgerEnd;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Result;
import io.pliant.core.id.AttemptId;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.Sizes;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import io.pliant.sim.elastic.Scheduler;
import io.pliant.sim.elastic.SubmittedJobs;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.power.PowerSetting;
import io.pliant.sim.suite.LiveRun;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * The real actor of a partition with a clock that is set by hand; nodes, programs and jobs are
 * those of a simulated world. Rounds that the actor holds of itself decide nothing, so that there
 * is one for each that the world asks for.
 */
final class ActorScheduler implements Scheduler, AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final ActorTestKit kit;
  private final List<WaitingJob> jobs;
  private final SchedulingPolicy policy;
  private final @Nullable PowerSetting power;
  private final HandClock clock = new HandClock();
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private final BlockingQueue<Plan> plans = new LinkedBlockingQueue<>();
  private final AtomicBoolean armed = new AtomicBoolean();
  private final Map<Integer, Resize> active = new HashMap<>();
  private final Map<Integer, Long> lastResize = new HashMap<>();
  private final ActorRef<PartitionCommand> partition;

  /** Something that a job or its application is told. */
  private record Heard(@Nullable JobId job, Object message) {}

  /**
   * A partition of its own with the nodes of a workload.
   *
   * @param power bounds that it is told and what users declare of their jobs, or null
   */
  ActorScheduler(
      ActorTestKit kit,
      Workload workload,
      SchedulingPolicy policy,
      String name,
      @Nullable PowerSetting power) {
    this.kit = kit;
    this.jobs = SubmittedJobs.of(workload);
    this.policy = policy;
    this.power = power;
    this.partition = kit.spawn(PartitionFront.create(environment(new PartitionName(name))));
    if (power != null) {
      partition.tell(new PartitionCommand.BoundsReported(power.corridor(), 1));
    }
    for (int node = 1; node <= workload.nodes(); node++) {
      partition.tell(
          new PartitionCommand.NodeSeen(
              new NodeName("n%02d".formatted(node)),
              new NodeDescription(
                  "host",
                  new NodeCapacity(1, 1000),
                  "t",
                  "t",
                  "none",
                  false,
                  "nobody",
                  true,
                  List.of()),
              List.of(),
              null,
              null));
    }
    for (int node = 1; node <= workload.nodes(); node++) {
      await(null, NodeCommand.class);
    }
  }

  @Override
  public void close() {
    kit.stop(partition);
  }

  @Override
  public void submitted(int job, long now) {
    clock.set(now);
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.Enqueue(LiveRun.queued(jobs.get(job), power))));
    await(SubmittedJobs.id(job), JobCommand.EnqueueAnswered.class);
  }

  @Override
  public void ended(int job, long now) {
    clock.set(now);
    JobId id = SubmittedJobs.id(job);
    active.remove(job);
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.Release(new AttemptId(id, 1), JobStatus.COMPLETED)));
    await(id, JobCommand.ReleaseConfirmed.class);
  }

  @Override
  public void resized(int job, long now, double mtct) {
    clock.set(now);
    JobId id = SubmittedJobs.id(job);
    Resize resize = Objects.requireNonNull(active.remove(job), "a resize is on its way");
    lastResize.put(job, resize.ledger());
    measured(job, mtct);
    partition.tell(
        new PartitionCommand.OfJob(
            new PartitionIntent.CloseResize(
                id, new LedgerEnd(1, resize.ledger(), Result.COMMITTED, resize.slices(), false))));
    Sizes sizes = await(id, JobCommand.Granted.class).intent().sizes();
    for (Sizes.Leaving leaving : sizes == null ? List.<Sizes.Leaving>of() : sizes.leaving()) {
      partition.tell(
          new PartitionCommand.OfJob(
              new PartitionIntent.ReturnNode(
                  new AttemptId(id, 1), leaving.node(), leaving.came())));
      await(id, JobCommand.Granted.class);
    }
  }

  @Override
  public void measured(int job, double mtct) {
    partition.tell(
        new PartitionCommand.Measured(
            new AttemptId(SubmittedJobs.id(job), 1), mtct, lastResize.getOrDefault(job, 0L)));
  }

  /** Starts are told before resizes, whatever their order in the plan. */
  @Override
  public Round round(long now) {
    clock.set(now);
    armed.set(true);
    partition.tell(PartitionCommand.RoundDue.INSTANCE);
    Plan plan = poll(plans, "a round");
    Long again = null;
    for (Decision decision : plan.decisions()) {
      switch (decision) {
        case Decision.Start start -> await(start.job(), JobCommand.Granted.class);
        case Decision.CallAgain call -> again = call.at().toEpochMilli();
        case Decision.Resize _, Decision.Reserve _ -> {}
      }
    }
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.Resize(JobId job, _, _, _)) {
        Resize resize = await(job, ApplicationCommand.Begin.class).resize();
        active.put(SubmittedJobs.index(job), resize);
      }
    }
    return new Round(plan.decisions(), again);
  }

  /** What the job is told of that kind; other things are left out. */
  private <T> T await(@Nullable JobId job, Class<T> type) {
    while (true) {
      Heard next = poll(heard, type.getSimpleName() + " of job " + job);
      if (Objects.equals(next.job(), job) && type.isInstance(next.message())) {
        return type.cast(next.message());
      }
    }
  }

  private static <T> T poll(BlockingQueue<T> queue, String what) {
    try {
      T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Objects.requireNonNull(next, () -> "waited in vain for " + what);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + what, stopped);
    }
  }

  private PartitionEnvironment environment(PartitionName name) {
    Duration never = Duration.ofDays(10_000);
    return new PartitionEnvironment(
        LiveRun.settings(name, policy, power),
        new WhenAsked(),
        Runnable::run,
        DecisionLog.NONE,
        new Listener(),
        clock,
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        new EntityTiming(
            never, never, Duration.ofHours(1), never, never, never, Duration.ofMillis(100), never),
        new RoundClocks(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)),
        PartitionMeter.NONE);
  }

  /** Decides when the world asks for a round, and promises otherwise what it has promised. */
  private final class WhenAsked implements SchedulingPolicy {
    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public boolean keepsPromises() {
      return policy.keepsPromises();
    }

    @Override
    public Plan plan(ClusterView view, Trigger trigger) {
      if (!armed.getAndSet(false)) {
        return new Plan(view.version(), name(), again(view), new TreeMap<>());
      }
      Plan plan = policy.plan(view, trigger);
      plans.add(plan);
      return plan;
    }
  }

  private static List<Decision> again(ClusterView view) {
    List<Decision> promises = new ArrayList<>();
    for (WaitingJob job : view.waiting()) {
      if (job.promised() != null) {
        promises.add(new Decision.Reserve(job.job(), job.promised()));
      }
    }
    return promises;
  }

  private final class Listener extends NoPeers {
    @Override
    public void tell(JobId job, JobCommand command) {
      heard.add(new Heard(job, command));
    }

    @Override
    public void tell(JobId job, ApplicationCommand command) {
      heard.add(new Heard(job, command));
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      heard.add(new Heard(null, command));
    }

    @Override
    public void tell(CorridorCommand command) {
      // told each second
    }
  }

  private static final class HandClock extends Clock {
    private volatile Instant now = Instant.EPOCH;

    void set(long millis) {
      now = Instant.ofEpochMilli(millis);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}

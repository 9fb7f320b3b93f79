package io.pliant.actors.partition;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.NoPeers;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.actors.protocol.TestTiming;
import io.pliant.core.corridor.PartitionStanding;
import io.pliant.core.energy.EnergySpan;
import io.pliant.core.energy.PowerReport;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.FaultRules;
import io.pliant.core.partition.LedgerLimits;
import io.pliant.core.partition.NodeWatts;
import io.pliant.core.partition.PartitionIntent;
import io.pliant.core.partition.PartitionLifecycle;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.partition.QueuedJob;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.policy.Policies;
import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.CorridorTable;
import io.pliant.core.power.PowerLever;
import io.pliant.core.power.Watts;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Slice;
import io.pliant.core.view.ClusterPower;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The power desk of a partition of two nodes, a job on the first of them, and all that it tells. A
 * node draws 70 W idle, and 150 to 250 W under a job.
 */
final class DeskFixture {
  static final PartitionName MAIN = new PartitionName("main");
  static final JobId JOB = new JobId(1);
  static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  final List<PartitionStanding> standings = new ArrayList<>();
  final TreeMap<NodeName, NodeCommand.SendLimits> limits = new TreeMap<>();
  Instant now = START;
  PartitionState state = PartitionState.empty(MAIN);
  PowerDesk desk;
  private final PartitionSettings settings;
  private final PartitionLifecycle lifecycle;
  private final PowerMeters meters = new PowerMeters();

  DeskFixture(Set<PowerLever> levers) {
    settings =
        new PartitionSettings(
            MAIN,
            true,
            "*",
            "elastic",
            Duration.ofHours(1),
            null,
            true,
            5,
            PriorityRule.SUBMISSION,
            new NodeWatts(70, Watts.declared(150, 250), levers),
            LedgerLimits.USUAL,
            FaultRules.USUAL);
    lifecycle = new PartitionLifecycle(settings);
    desk = another();
    tell(new PartitionIntent.NodeSeen(node(1), new NodeCapacity(4, 1000), List.of()));
    tell(new PartitionIntent.NodeSeen(node(2), new NodeCapacity(4, 1000), List.of()));
    tell(
        new PartitionIntent.Enqueue(
            new QueuedJob(
                JOB,
                1,
                "job",
                "ada",
                ResourceRequest.wholeNodes(1),
                null,
                false,
                null,
                START,
                null)));
    Slice slice = new Slice(node(1), 4, 1000, 1);
    tell(
        new PartitionIntent.StartJobs(
            List.of(new Decision.Start(JOB, new Allocation(List.of(slice))))));
  }

  /** The desk of another incarnation of the partition. */
  PowerDesk another() {
    return new PowerDesk(environment(), meters, LoggerFactory.getLogger(DeskFixture.class));
  }

  ClusterPower known() {
    return Objects.requireNonNull(desk.knowledge().of(state, now));
  }

  boolean bounds(long version, Corridor corridor) {
    return desk.told(
        new PartitionCommand.BoundsReported(
            new CorridorTable(List.of(new CorridorTable.Change(START.toEpochMilli(), corridor))),
            version));
  }

  /** A round that ends with this alarm. */
  void round(@Nullable CorridorAlarm alarm) {
    desk.planned(new Plan(1, "elastic", List.of(), new TreeMap<>(), alarm));
  }

  boolean look() {
    return desk.look(state);
  }

  /** A span of the last second. */
  void meter(int node, double watts) {
    long to = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    EnergySpan span =
        new EnergySpan(node(node), to - 1_000_000, to, Math.round(watts * 1e6), false);
    meters.seen(
        new PartitionCommand.PowerSeen(node(node), new PowerReport("rapl", List.of(span))), now);
  }

  static NodeName node(int number) {
    return new NodeName("n" + number);
  }

  void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, START).events().forEach(e -> state = state.evolve(e));
  }

  private PartitionEnvironment environment() {
    return new PartitionEnvironment(
        settings,
        Policies.named("elastic"),
        Runnable::run,
        DecisionLog.NONE,
        new Recorder(),
        new SetClock(),
        KnownEpoch.of(1),
        "c1",
        "127.0.0.1",
        1,
        TestTiming.quiet(),
        new RoundClocks(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(2)));
  }

  private final class SetClock extends Clock {
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

  private final class Recorder extends NoPeers {
    @Override
    public void tell(CorridorCommand command) {
      standings.add(((CorridorCommand.Standing) command).standing());
    }

    @Override
    public void tell(NodeName node, NodeCommand command) {
      limits.put(node, (NodeCommand.SendLimits) command);
    }
  }
}

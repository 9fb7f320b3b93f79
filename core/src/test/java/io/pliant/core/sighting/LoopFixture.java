package io.pliant.core.sighting;

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
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The power loop of a partition of two nodes, a job on the first of them, and all that it tells. A
 * node draws 70 W idle, and 150 to 250 W under a job.
 */
final class LoopFixture {
  static final PartitionName MAIN = new PartitionName("main");
  static final JobId JOB = new JobId(1);
  static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  final List<PartitionStanding> standings = new ArrayList<>();
  final TreeMap<NodeName, NodeLimits.Order> limits = new TreeMap<>();
  Instant now = START;
  PartitionState state = PartitionState.empty(MAIN);
  PowerSightings power = PowerSightings.NONE;
  final PartitionSettings settings;
  private final PartitionLifecycle lifecycle;
  private MeterSightings meters = MeterSightings.NONE;

  LoopFixture(Set<PowerLever> levers) {
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

  /** Another incarnation of the partition begins. */
  void begin() {
    power = PowerSightings.NONE;
  }

  /** What a round would be told that is held now. */
  ClusterPower known() {
    power = power.considered(settings, now);
    return Objects.requireNonNull(power.knowledge(settings).of(state, now));
  }

  /** True when a round that is wanted now is not held. */
  boolean waits() {
    power = power.asked(settings, now);
    return power.waits(settings);
  }

  boolean bounds(long version, Corridor corridor) {
    return told(
        new CorridorTable(List.of(new CorridorTable.Change(START.toEpochMilli(), corridor))),
        version);
  }

  /** True when it is news. */
  boolean told(CorridorTable table, long version) {
    PowerSightings before = power;
    power = power.told(table, version);
    return power != before;
  }

  /** A round that ends with this alarm. */
  void round(@Nullable CorridorAlarm alarm) {
    power = power.planned(alarm);
  }

  /** A second's look; true when a round is wanted. */
  boolean look() {
    PowerLoop.Looked looked = PowerLoop.look(power, meters, state, settings, now);
    power = looked.next();
    standings.add(looked.standing());
    looked.orders().forEach(order -> limits.put(order.node(), order));
    return looked.wantsRound();
  }

  /** A span of the last second. */
  void meter(int node, double watts) {
    long to = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    EnergySpan span =
        new EnergySpan(node(node), to - 1_000_000, to, Math.round(watts * 1e6), false);
    meters = meters.seen(node(node), new PowerReport("rapl", List.of(span)), now);
  }

  static NodeName node(int number) {
    return new NodeName("n" + number);
  }

  void tell(PartitionIntent intent) {
    lifecycle.decide(state, intent, START).events().forEach(e -> state = state.evolve(e));
  }
}

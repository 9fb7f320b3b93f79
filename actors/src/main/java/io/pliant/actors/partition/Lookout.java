package io.pliant.actors.partition;

import io.pliant.actors.protocol.CorridorCommand;
import io.pliant.actors.protocol.NodeCommand;
import io.pliant.actors.protocol.PartitionCommand;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.Plan;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.sighting.KnownBounds;
import io.pliant.core.sighting.NodeLimits;
import io.pliant.core.sighting.NodeSightings;
import io.pliant.core.sighting.PartitionSightings;
import io.pliant.core.sighting.PowerLoop;
import io.pliant.core.sighting.PowerSightings;
import io.pliant.core.sighting.ProgramSightings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Keeps what a partition has seen. What follows from it is decided in {@code core}; here it is told
 * to the corridor, to nodes and to the log.
 */
final class Lookout {
  private final PartitionEnvironment environment;
  private final NodeSightings.Patience patience;
  private final Logger log;
  private PartitionSightings seen;

  /**
   * @param interval between two looks
   */
  Lookout(PartitionEnvironment environment, Duration interval, Logger log) {
    this.environment = environment;
    this.patience = new NodeSightings.Patience(environment.nodeTimeout(), interval);
    this.log = log;
    this.seen = PartitionSightings.begun(now());
  }

  /** What was seen until now. */
  PartitionSightings seen() {
    return seen;
  }

  void take(PartitionCommand.NodeSeen told) {
    seen = seen.nodeSeen(told.node(), told.description(), now());
  }

  void take(PartitionCommand.PowerSeen told) {
    seen = seen.powerSeen(told.node(), told.report(), now());
  }

  void take(PartitionState state, PartitionCommand.Measured told) {
    ProgramSightings.Measure value = new ProgramSightings.Measure(told.mtct(), told.resize());
    seen = seen.measured(state, told.attempt(), value);
  }

  /** What a program was measured at on its present size, or null. */
  @Nullable Double mtct(PartitionState state, JobId job) {
    return seen.programs().mtct(state, job);
  }

  /** Looks for nodes that the ledger has up but that are silent; called each second. */
  List<NodeName> silent(PartitionState state) {
    NodeSightings.Looked looked = seen.nodes().look(state, patience, now());
    seen = seen.with(looked.next());
    for (NodeName node : looked.silent()) {
      log.warn("node {} was silent for {}; it is down now", node, patience.timeout());
    }
    return looked.silent();
  }

  /** True while a round that is wanted is not held because the bounds are not known yet. */
  boolean waits() {
    boolean impatient = seen.power().bounds().impatient();
    seen = seen.with(seen.power().asked(settings(), now()));
    if (!impatient && seen.power().bounds().impatient()) {
      log.warn(
          "partition {} does not know the bounds of the power corridor after {}; it goes on without any",
          settings().name(),
          KnownBounds.PATIENCE);
    }
    return seen.power().waits(settings());
  }

  /** True when the bounds are others than before. */
  boolean told(PartitionCommand.BoundsReported told) {
    PowerSightings before = seen.power();
    seen = seen.with(before.told(told.bounds(), told.version()));
    return seen.power() != before;
  }

  /** What is known now, for a round beside the actor. */
  PowerSightings.Knowledge knowledge() {
    seen = seen.with(seen.power().considered(settings(), now()));
    return seen.power().knowledge(settings());
  }

  /** The alarm of a finished round. */
  void planned(Plan plan) {
    PowerSightings before = seen.power();
    seen = seen.with(before.planned(plan.alarm()));
    CorridorAlarm alarm = seen.power().alarm();
    if (alarm != null && !alarm.equals(before.alarm())) {
      log.warn(
          "partition {} cannot meet the {} bound of its power corridor {} by {} W: {}",
          settings().name(),
          alarm.shortfall().bound(),
          before.bounds().considered(),
          Math.round(alarm.shortfall().watts()),
          alarm.shortfall().why());
    }
  }

  /**
   * Looks at the meters, tells nodes their limits, and tells how the partition stands; called each
   * second. True when a round should look at it.
   */
  boolean lookAtPower(PartitionState state) {
    Instant now = now();
    PowerSightings before = seen.power();
    PowerLoop.Looked looked = PowerLoop.look(before, seen.meters(), state, settings(), now);
    seen = seen.with(looked.next());
    say(before, looked.next(), now);
    for (NodeLimits.Order order : looked.orders()) {
      environment
          .peers()
          .tell(order.node(), new NodeCommand.SendLimits(order.capWatts(), order.suspended()));
    }
    environment.peers().tell(new CorridorCommand.Standing(looked.standing()));
    return looked.wantsRound();
  }

  private void say(PowerSightings before, PowerSightings after, Instant now) {
    if (!after.limits().equals(before.limits())) {
      log.warn(
          "partition {}: power limits in force for its corridor {}: {}",
          settings().name(),
          after.bounds().at(now),
          after.limits().describe());
    }
    if (!Objects.equals(before.alarm(), after.alarm())) {
      log.info(
          "partition {} meets its power corridor {} again",
          settings().name(),
          after.bounds().at(now));
    }
  }

  /** Time until the bounds change, or null when no change is known. */
  @Nullable Duration untilChange() {
    return seen.power().bounds().untilChange(now());
  }

  private PartitionSettings settings() {
    return environment.settings();
  }

  private Instant now() {
    return environment.clock().instant();
  }
}

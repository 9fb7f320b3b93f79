package io.pliant.actors.partition;

import io.pliant.actors.epoch.KnownEpoch;
import io.pliant.actors.protocol.EntityTiming;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.plan.SchedulingPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What a partition entity needs from its surroundings.
 *
 * @param policy decides who starts; runs on {@code policyExecutor}, never on the actor's thread
 * @param decisionLog where each round is written down
 * @param epoch of the cluster; nothing is decided before it is known
 * @param controller name of the hosting controller
 * @param agentHost address of the hosting controller's agent port
 * @param timing the clocks of all entities
 * @param rounds how rounds are watched
 * @param meter is told what happens
 */
public record PartitionEnvironment(
    PartitionSettings settings,
    SchedulingPolicy policy,
    Executor policyExecutor,
    DecisionLog decisionLog,
    Peers peers,
    Clock clock,
    KnownEpoch epoch,
    String controller,
    String agentHost,
    int agentPort,
    EntityTiming timing,
    RoundClocks rounds,
    PartitionMeter meter) {
  Duration nodeTimeout() {
    return timing.nodeTimeout();
  }

  Duration auditEvery() {
    return timing.audit();
  }

  Duration restartAfter() {
    return timing.restart();
  }
}

package io.pliant.core.partition;

import io.pliant.core.id.PartitionName;
import io.pliant.core.policy.Policies;
import io.pliant.core.pool.PoolSettings;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.resource.Kinds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the site's configuration says of one partition.
 *
 * @param name its name
 * @param isDefault jobs that name no partition go here
 * @param nodes host list of its nodes, or {@code *} for every node that no other partition names
 * @param policy name of the scheduling policy
 * @param defaultTime wall-clock limit of jobs that give none
 * @param maxTime longest limit allowed, or null for none
 * @param exclusive jobs get whole nodes unless they say otherwise
 * @param killGraceSeconds seconds from SIGTERM to SIGKILL
 * @param priority order of the queue
 * @param power what its nodes draw, or null when the configuration does not say
 * @param limits how much of what users submit it takes
 * @param faults when a node is closed for what it could not do
 * @param licences that its jobs share; nothing where none are counted
 * @param pool partitions with which it lends nodes, or null for none
 */
public record PartitionSettings(
    PartitionName name,
    boolean isDefault,
    String nodes,
    String policy,
    Duration defaultTime,
    @Nullable Duration maxTime,
    boolean exclusive,
    int killGraceSeconds,
    PriorityRule priority,
    @Nullable NodeWatts power,
    LedgerLimits limits,
    FaultRules faults,
    Kinds licences,
    @Nullable PoolSettings pool) {
  /** A partition that lends nothing. */
  public PartitionSettings(
      PartitionName name,
      boolean isDefault,
      String nodes,
      String policy,
      Duration defaultTime,
      @Nullable Duration maxTime,
      boolean exclusive,
      int killGraceSeconds,
      PriorityRule priority,
      @Nullable NodeWatts power,
      LedgerLimits limits,
      FaultRules faults,
      Kinds licences) {
    this(
        name,
        isDefault,
        nodes,
        policy,
        defaultTime,
        maxTime,
        exclusive,
        killGraceSeconds,
        priority,
        power,
        limits,
        faults,
        licences,
        null);
  }

  /** The same, in a pool. */
  public PartitionSettings in(PoolSettings itsPool) {
    return with(isDefault, itsPool);
  }

  /** The same as the partition of jobs that name none. */
  public PartitionSettings asDefault() {
    return with(true, pool);
  }

  private PartitionSettings with(boolean nowDefault, @Nullable PoolSettings nowIn) {
    return new PartitionSettings(
        name,
        nowDefault,
        nodes,
        policy,
        defaultTime,
        maxTime,
        exclusive,
        killGraceSeconds,
        priority,
        power,
        limits,
        faults,
        licences,
        nowIn);
  }

  /** A partition that counts no licences. */
  public PartitionSettings(
      PartitionName name,
      boolean isDefault,
      String nodes,
      String policy,
      Duration defaultTime,
      @Nullable Duration maxTime,
      boolean exclusive,
      int killGraceSeconds,
      PriorityRule priority,
      @Nullable NodeWatts power,
      LedgerLimits limits,
      FaultRules faults) {
    this(
        name,
        isDefault,
        nodes,
        policy,
        defaultTime,
        maxTime,
        exclusive,
        killGraceSeconds,
        priority,
        power,
        limits,
        faults,
        Kinds.NONE);
  }

  /** True when it shares the power corridor: its policy keeps one and its watts are configured. */
  public boolean keepsCorridor() {
    return power != null && Policies.named(policy).keepsCorridor();
  }

  /** A partition whose queue is in order of submission, and of whose power nothing is known. */
  public PartitionSettings(
      PartitionName name,
      boolean isDefault,
      String nodes,
      String policy,
      Duration defaultTime,
      @Nullable Duration maxTime,
      boolean exclusive,
      int killGraceSeconds) {
    this(
        name,
        isDefault,
        nodes,
        policy,
        defaultTime,
        maxTime,
        exclusive,
        killGraceSeconds,
        PriorityRule.SUBMISSION,
        null,
        LedgerLimits.USUAL,
        FaultRules.USUAL);
  }
}

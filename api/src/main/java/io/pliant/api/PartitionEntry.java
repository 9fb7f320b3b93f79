package io.pliant.api;

import io.pliant.core.id.PartitionName;
import io.pliant.core.power.CorridorAlarm;
import io.pliant.core.power.PowerLimits;
import io.pliant.core.resource.Kinds;
import org.jspecify.annotations.Nullable;

/**
 * One partition.
 *
 * @param policy name of its scheduling policy
 * @param term fencing number of its incarnation
 * @param host controller that hosts it
 * @param maxTimeSeconds longest time limit, or null for none
 * @param powerAlarm a bound of the power corridor that it cannot meet, or null
 * @param powerLimits what it has limited for that, or null when nothing
 * @param roundAlarm that no scheduling round is held although jobs wait, or null
 * @param refused decisions of its policy that its ledger did not carry out, or null for none
 * @param licences that its jobs share, or null where none are counted
 * @param usedLicences what of them jobs hold, or null for nothing
 * @param counts what it has done; null from older controllers
 * @param pool how it stands in its pool, or null when it is in none
 */
public record PartitionEntry(
    PartitionName partition,
    boolean isDefault,
    String policy,
    long term,
    String host,
    int nodesUp,
    int nodesTotal,
    int cpus,
    int running,
    int waiting,
    @Nullable Long maxTimeSeconds,
    long defaultTimeSeconds,
    @Nullable CorridorAlarm powerAlarm,
    @Nullable PowerLimits powerLimits,
    @Nullable String roundAlarm,
    @Nullable RefusedDecisions refused,
    @Nullable Kinds licences,
    @Nullable Kinds usedLicences,
    @Nullable SchedulingCounts counts,
    @Nullable PoolEntry pool) {
  /** Of a partition in no pool. */
  public PartitionEntry(
      PartitionName partition,
      boolean isDefault,
      String policy,
      long term,
      String host,
      int nodesUp,
      int nodesTotal,
      int cpus,
      int running,
      int waiting,
      @Nullable Long maxTimeSeconds,
      long defaultTimeSeconds,
      @Nullable CorridorAlarm powerAlarm,
      @Nullable PowerLimits powerLimits,
      @Nullable String roundAlarm,
      @Nullable RefusedDecisions refused,
      @Nullable Kinds licences,
      @Nullable Kinds usedLicences,
      @Nullable SchedulingCounts counts) {
    this(
        partition,
        isDefault,
        policy,
        term,
        host,
        nodesUp,
        nodesTotal,
        cpus,
        running,
        waiting,
        maxTimeSeconds,
        defaultTimeSeconds,
        powerAlarm,
        powerLimits,
        roundAlarm,
        refused,
        licences,
        usedLicences,
        counts,
        null);
  }
}

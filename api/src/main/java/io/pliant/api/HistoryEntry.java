package io.pliant.api;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import io.pliant.core.resource.Kinds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One job in accounting.
 *
 * @param nodeSeconds nodes held times seconds held, over all attempts
 * @param energy of all attempts, as far as it is counted, or null when nothing is
 * @param asked what it asked for; null from older controllers
 * @param memoryMb megabytes held now or last, over all nodes; null from older controllers
 * @param devices what else was held, over all nodes; null for nothing
 * @param array what it is of an array; null for nothing, and from older controllers
 * @param usage what the steps that are over used, over all attempts; null when nothing is known
 * @param pack its components; null for an ordinary job, and from older controllers
 * @param still how it was suspended; null when it never was, and from older controllers
 */
public record HistoryEntry(
    JobId job,
    String name,
    String user,
    PartitionName partition,
    JobStatus status,
    @Nullable ExitStatus exit,
    String reason,
    int attempts,
    int nodes,
    int cpus,
    @Nullable String nodeList,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    double nodeSeconds,
    double cpuSeconds,
    @Nullable EnergyEntry energy,
    @Nullable UsageEntry usage,
    @Nullable AskedEntry asked,
    @Nullable Long memoryMb,
    @Nullable Kinds devices,
    @Nullable ArrayEntry array,
    @Nullable PackEntry pack,
    @Nullable StandstillEntry still) {
  /**
   * The number as Slurm writes it: {@code 12}, {@code 12_7}, {@code 12_[4-99%5]}, {@code 12+1}, or
   * {@code 12_7+1}.
   */
  public String shownId() {
    return (array == null ? job.toString() : array.text()) + (pack == null ? "" : pack.suffix());
  }

  /**
   * The same as one component of a job pack, with its share of nodes and cpus. What is known of the
   * job alone, as its energy, is told with the first one.
   */
  public HistoryEntry as(PackEntry member) {
    PackEntry.Component own = member.components().getFirst();
    return new HistoryEntry(
        job,
        name,
        user,
        own.partition() == null ? partition : own.partition(),
        status,
        exit,
        reason,
        attempts,
        own.nodes(),
        own.cpus(),
        own.nodeList() == null ? nodeList : own.nodeList(),
        submittedAt,
        startedAt,
        endedAt,
        nodes == 0 ? 0 : nodeSeconds * own.nodes() / nodes,
        cpus == 0 ? 0 : cpuSeconds * own.cpus() / cpus,
        own.number() == 0 ? energy : null,
        own.number() == 0 ? usage : null,
        asked,
        null,
        null,
        array,
        member,
        still);
  }

  /** True for an array as a whole, whose elements are jobs of their own. */
  public boolean whole() {
    return array != null && array.index() == null;
  }

  /** True for an array of which all elements have become jobs of their own. */
  public boolean dissolved() {
    return array != null && array.index() == null && array.waiting() == null;
  }
}

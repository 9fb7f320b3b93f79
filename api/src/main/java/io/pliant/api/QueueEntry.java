package io.pliant.api;

import io.pliant.core.array.JobRef;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.PartitionName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the queue.
 *
 * @param startedAt when the nodes were granted, or null while waiting
 * @param timeLimitSeconds wall-clock limit
 * @param nodes number of nodes held or asked for
 * @param nodeList compressed host list of nodes held, or null while waiting
 * @param resizing its size is changing just now
 * @param reason Slurm's one-word reason while waiting, or null
 * @param priority while waiting, the higher the nearer to the head; null where the queue is in
 *     order of submission
 * @param array what it is of an array, or null
 * @param dependency what it still waits for of other jobs, or null for nothing
 * @param pack its components, or null for an ordinary job
 * @param still how it was suspended; null when it never was, and from older controllers
 */
public record QueueEntry(
    JobId job,
    PartitionName partition,
    String name,
    String user,
    JobStatus status,
    Instant submittedAt,
    @Nullable Instant startedAt,
    long timeLimitSeconds,
    int nodes,
    int cpus,
    @Nullable String nodeList,
    @Nullable String reason,
    @Nullable Double priority,
    boolean resizing,
    @Nullable ArrayEntry array,
    @Nullable DependencyEntry dependency,
    @Nullable PackEntry pack,
    @Nullable StandstillEntry still) {
  /** The same as another part of an array. */
  public QueueEntry as(ArrayEntry part) {
    return new QueueEntry(
        job,
        partition,
        name,
        user,
        status,
        submittedAt,
        startedAt,
        timeLimitSeconds,
        nodes,
        cpus,
        nodeList,
        reason,
        priority,
        resizing,
        part,
        dependency,
        pack,
        still);
  }

  /** One line for each component of a job pack; of other jobs the line itself. */
  public List<QueueEntry> members() {
    return pack == null ? List.of(this) : pack.each().stream().map(this::as).toList();
  }

  /** The same as one component of a job pack. */
  public QueueEntry as(PackEntry member) {
    PackEntry.Component own = member.components().getFirst();
    return new QueueEntry(
        job,
        partition,
        name,
        user,
        status,
        submittedAt,
        startedAt,
        timeLimitSeconds,
        own.nodes(),
        own.cpus(),
        own.nodeList() == null ? nodeList : own.nodeList(),
        reason,
        priority,
        resizing,
        array,
        dependency,
        member,
        still);
  }

  /** True when the line is that of the named job, or of a named element of an array. */
  public boolean isOf(JobRef named) {
    if (named.elements() == null) {
      return job.equals(named.job()) || (array != null && array.job().equals(named.job()));
    }
    return array != null && array.job().equals(named.job()) && array.includes(named.elements());
  }

  /**
   * The number as Slurm writes it: {@code 12}, {@code 12_7}, {@code 12_[4-99%5]}, {@code 12+1}, or
   * {@code 12_7+1}.
   */
  public String shownId() {
    return (array == null ? job.toString() : array.text()) + (pack == null ? "" : pack.suffix());
  }
}

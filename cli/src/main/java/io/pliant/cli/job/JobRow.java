package io.pliant.cli.job;

import io.pliant.api.ArrayEntry;
import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.QueueEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a job for a line of the queue.
 *
 * @param account what accounting knows of it, or null when it was not asked or does not know it yet
 * @param expectedStart when it is expected to start, or null when nobody knows or was asked
 */
record JobRow(QueueEntry queue, @Nullable HistoryEntry account, @Nullable Instant expectedStart) {
  /** Without an expected start. */
  JobRow(QueueEntry queue, @Nullable HistoryEntry account) {
    this(queue, account, null);
  }

  /** The same with when it is expected to start. */
  JobRow expectedAt(@Nullable Instant start) {
    return new JobRow(queue, account, start);
  }

  /** When it started, else when it is expected to, or null. */
  @Nullable Instant start() {
    return queue.startedAt() == null ? expectedStart : queue.startedAt();
  }

  /** A job that is over, which only accounting knows. */
  static JobRow over(HistoryEntry job) {
    AskedEntry asked = job.asked();
    Long limit = asked == null ? null : asked.timeLimitSeconds();
    return new JobRow(
        new QueueEntry(
            job.job(),
            job.partition(),
            job.name(),
            job.user(),
            job.status(),
            job.submittedAt(),
            job.startedAt(),
            limit == null ? 0 : limit,
            job.nodes(),
            job.cpus(),
            job.nodeList(),
            job.reason(),
            null,
            false,
            job.array(),
            null,
            job.pack(),
            job.still()),
        job);
  }

  /** One line for each element that an array still has to start; of other jobs the line itself. */
  Stream<JobRow> elements() {
    ArrayEntry array = queue.array();
    String waiting = array == null ? null : array.waiting();
    if (array == null || waiting == null) {
      return Stream.of(this);
    }
    Indices indices = JobArray.parse(waiting).indices();
    return IntStream.range(0, indices.count())
        .mapToObj(place -> of(queue.as(ArrayEntry.element(array.job(), indices.at(place)))));
  }

  /** A part of the job, of which the same is known. */
  private JobRow of(QueueEntry part) {
    return new JobRow(part, account, expectedStart);
  }

  /** One line for each component of a job pack; of other jobs the line itself. */
  Stream<JobRow> members() {
    return queue.members().stream().map(this::of);
  }

  /** What it asked for, as far as accounting knows it. */
  @Nullable AskedEntry asked() {
    return account == null ? null : account.asked();
  }

  /** When it was over, or null. */
  @Nullable Instant endedAt() {
    return account == null ? null : account.endedAt();
  }

  /** How long it ran until it was over, or until {@code now}. */
  Duration ran(Instant now) {
    Instant started = queue.startedAt();
    Instant ended = endedAt();
    return started == null
        ? Duration.ZERO
        : StandstillEntry.ran(started, ended == null ? now : ended, queue.still());
  }
}

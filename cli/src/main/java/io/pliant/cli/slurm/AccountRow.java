package io.pliant.cli.slurm;

import io.pliant.api.AskedEntry;
import io.pliant.api.HistoryEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.api.StepDetails;
import io.pliant.api.UsageEntry;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.StepId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of accounting: a job, or one of its steps.
 *
 * @param step null for the job as a whole
 * @param span of which it tells
 */
record AccountRow(HistoryEntry job, @Nullable StepDetails step, AccountSpan span) {
  String id() {
    return id(job.shownId());
  }

  /** With the job's own number, also for an element of an array. */
  String rawId() {
    return id(job.job().toString());
  }

  private String id(String number) {
    return step == null ? number : number + "." + stepName();
  }

  /** {@code batch} or its number, or null for the job as a whole. */
  @Nullable String stepName() {
    return step == null
        ? null
        : step.step() == StepId.BATCH ? "batch" : Integer.toString(step.step());
  }

  String name() {
    return step == null ? job.name() : step.name();
  }

  JobStatus status() {
    if (step != null) {
      return step.status();
    }
    // of an array only those that never started have a line
    return job.whole() && job.status().terminal() ? JobStatus.CANCELLED : job.status();
  }

  ExitStatus exit() {
    ExitStatus exit = step == null ? job.exit() : step.exit();
    return exit == null ? ExitStatus.SUCCESS : exit;
  }

  @Nullable Instant startedAt() {
    return span.start(begin());
  }

  private @Nullable Instant begin() {
    return step == null ? job.startedAt() : step.startedAt();
  }

  @Nullable Instant endedAt() {
    return span.end(begin(), step == null ? job.endedAt() : step.endedAt());
  }

  /** How long it ran until it ended, or until {@code now}. */
  Duration elapsed(Instant now) {
    Instant started = startedAt();
    Instant ended = endedAt();
    return started == null
        ? Duration.ZERO
        : StandstillEntry.ran(started, ended == null ? now : ended, still());
  }

  /** How long it stood still until it ended, or until {@code now}; null for a step. */
  @Nullable Duration suspended(Instant now) {
    return step == null ? StandstillEntry.until(now, job.still()) : null;
  }

  private @Nullable StandstillEntry still() {
    return step == null ? job.still() : null;
  }

  int nodes() {
    return step == null ? job.nodes() : step.nodes().size();
  }

  /** Of a step as many as its tasks have, unless the job holds fewer. */
  int cpus() {
    AskedEntry asked = job.asked();
    if (step != null && job.pack() != null) {
      return step.tasks(); // it may run over components of other sizes
    }
    return step == null || asked == null
        ? job.cpus()
        : Math.min(job.cpus(), step.tasks() * asked.resources().cpusPerTask());
  }

  @Nullable UsageEntry usage() {
    return step == null ? null : step.usage();
  }

  /** What all steps used together, or the one. */
  @Nullable UsageEntry total() {
    return step == null ? job.usage() : step.usage();
  }
}

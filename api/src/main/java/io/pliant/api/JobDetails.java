package io.pliant.api;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All of one job.
 *
 * @param allocation nodes held now or, for a finished job, held last; null before the first start
 * @param outputPath where the batch script's standard output goes, symbols replaced; null when
 *     streamed
 * @param host controller that hosts the job
 * @param energy of all attempts, as far as it is counted, or null when nothing is
 * @param array what it is of an array, or null
 * @param dependency what it still waits for of other jobs, or null for nothing
 * @param still how it was suspended; null when it never was, and from older controllers
 */
public record JobDetails(
    JobId job,
    JobSpec spec,
    JobStatus status,
    int attempt,
    String reason,
    @Nullable ExitStatus exit,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Allocation allocation,
    List<StepDetails> steps,
    @Nullable String outputPath,
    @Nullable String errorPath,
    String host,
    @Nullable EnergyEntry energy,
    @Nullable ArrayEntry array,
    @Nullable DependencyEntry dependency,
    @Nullable StandstillEntry still) {
  /** The same with all that was submitted. */
  public JobDetails with(JobSpec whole) {
    return new JobDetails(
        job,
        whole,
        status,
        attempt,
        reason,
        exit,
        submittedAt,
        startedAt,
        endedAt,
        allocation,
        steps,
        outputPath,
        errorPath,
        host,
        energy,
        array,
        dependency,
        still);
  }

  /** An array with how its elements stand: it runs once all have started. */
  public JobDetails with(ArrayEntry standing) {
    boolean started = standing.waiting() == null && !status.terminal();
    return with(spec, job, started ? JobStatus.RUNNING : status, standing);
  }

  /** Of an array: one of its elements that has not started, or never will. */
  public JobDetails element(JobId number, ArrayElement element) {
    return with(spec.of(element), number, status, ArrayEntry.element(job, element.index()));
  }

  private JobDetails with(JobSpec what, JobId number, JobStatus now, ArrayEntry standing) {
    return new JobDetails(
        number,
        what,
        now,
        attempt,
        reason,
        exit,
        submittedAt,
        startedAt,
        endedAt,
        allocation,
        steps,
        outputPath,
        errorPath,
        host,
        energy,
        standing,
        dependency,
        still);
  }

  /** The same with its energy, and that of its steps. */
  public JobDetails with(JobEnergyEntry counted) {
    return new JobDetails(
        job,
        spec,
        status,
        attempt,
        reason,
        exit,
        submittedAt,
        startedAt,
        endedAt,
        allocation,
        steps.stream().map(step -> step.with(counted)).toList(),
        outputPath,
        errorPath,
        host,
        counted.total(),
        array,
        dependency,
        still);
  }
}

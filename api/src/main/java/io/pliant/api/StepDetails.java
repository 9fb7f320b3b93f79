package io.pliant.api;

import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobStatus;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one step stands.
 *
 * @param step number, or -1 for the batch script
 * @param attempt attempt of the job it belongs to
 * @param resizes true when it is the program of a job that can change size
 * @param exit worst exit status of its tasks, but for those that its program went on without, or
 *     null while it runs
 * @param message what went wrong at launch, or empty
 * @param nodeSeconds for how long its tasks ran, summed over its nodes, or null while one may run
 * @param energy as far as it is counted, or null when nothing is
 * @param usage what its tasks used where they are gone, or null when nothing is known of it
 */
public record StepDetails(
    int step,
    int attempt,
    String name,
    JobStatus status,
    List<NodeName> nodes,
    int tasks,
    boolean resizes,
    @Nullable ExitStatus exit,
    String message,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Double nodeSeconds,
    @Nullable StepEnergyEntry energy,
    @Nullable UsageEntry usage) {
  /** The same with its part of the job's energy. */
  public StepDetails with(JobEnergyEntry job) {
    return new StepDetails(
        step,
        attempt,
        name,
        status,
        nodes,
        tasks,
        resizes,
        exit,
        message,
        startedAt,
        endedAt,
        nodeSeconds,
        StepEnergyEntry.of(this, job),
        usage);
  }
}

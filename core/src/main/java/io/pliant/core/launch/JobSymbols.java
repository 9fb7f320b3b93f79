package io.pliant.core.launch;

import io.pliant.core.array.ArrayElement;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.JobSpec;
import org.jspecify.annotations.Nullable;

/**
 * Values of the file-name symbols that are the same for all tasks of a step.
 *
 * @param step the step, with its job
 * @param jobName value of {@code %x}
 * @param user login name, value of {@code %u}
 * @param element what the job is in an array, or null
 */
public record JobSymbols(StepId step, String jobName, String user, @Nullable ArrayElement element) {
  /** Of a step of such a job. */
  static JobSymbols of(StepId step, JobSpec spec) {
    return new JobSymbols(step, spec.name(), spec.submitter().name(), spec.element());
  }
}

package io.pliant.core.launch;

import io.pliant.core.id.StepId;

/**
 * Values of the file-name symbols that are the same for all tasks of a step.
 *
 * @param step the step, with its job
 * @param jobName value of {@code %x}
 * @param user login name, value of {@code %u}
 */
public record JobSymbols(StepId step, String jobName, String user) {}

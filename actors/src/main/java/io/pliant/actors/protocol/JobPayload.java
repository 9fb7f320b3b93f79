package io.pliant.actors.protocol;

import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.step.StepPlan;
import org.jspecify.annotations.Nullable;

/**
 * What only launches need of a job, and what is therefore not kept in its state.
 *
 * @param spec all that was submitted
 * @param program the first step of its program in some attempt, when a user made that step; null
 *     when it was not looked for, or the job's own command is the program
 */
public record JobPayload(JobSpec spec, @Nullable StepPlan program) {
  /** True when all is there that a launch of this step needs. */
  public boolean suffices(StepPlan plan) {
    return program != null || !joinsStepOfUser(plan);
  }

  /** The plan with command and environment, which tasks that join a program have from it. */
  public StepPlan whole(StepPlan plan) {
    return program != null && joinsStepOfUser(plan)
        ? plan.with(program.command(), program.environment())
        : plan;
  }

  private boolean joinsStepOfUser(StepPlan plan) {
    return plan.joining() != null
        && plan.command().isEmpty()
        && spec.payload() instanceof Payload.BatchScript;
  }
}

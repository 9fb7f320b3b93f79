package io.pliant.core.launch;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.step.StepPlan;

/** All that is known when the order for one node of a step is made. */
record StepContext(
    JobId job,
    JobSpec spec,
    StepId step,
    Allocation allocation,
    StepPlan plan,
    int nodeIndex,
    LaunchTerms terms) {

  /** The same with the nodes of those components of a pack on which the step runs. */
  StepContext ofItsComponents() {
    return new StepContext(
        job,
        spec,
        step,
        PackSteps.around(plan, spec.resources(), allocation),
        plan,
        nodeIndex,
        terms);
  }

  NodeName node() {
    return plan.nodes().get(nodeIndex);
  }
}

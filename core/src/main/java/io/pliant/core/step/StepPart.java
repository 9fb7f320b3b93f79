package io.pliant.core.step;

/**
 * What a step asks for of one component of a job pack, where it asks each for something else.
 *
 * @param nodes number of nodes, or 0 for all of the component that the tasks need
 * @param tasks number of tasks, or 0 for the component's own default
 * @param cpusPerTask cpus per task, at least 1
 */
public record StepPart(int nodes, int tasks, int cpusPerTask) {
  public StepPart {
    if (nodes < 0 || tasks < 0 || cpusPerTask < 1) {
      throw new IllegalArgumentException(
          "Expected nodes >= 0, tasks >= 0 and cpusPerTask >= 1 of a component, but got %d, %d, %d."
              .formatted(nodes, tasks, cpusPerTask));
    }
  }
}

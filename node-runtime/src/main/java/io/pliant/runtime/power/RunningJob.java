package io.pliant.runtime.power;

import io.pliant.core.id.JobId;
import java.util.List;

/**
 * A step that has tasks on a node.
 *
 * @param name of its job
 * @param program file name of the program that it runs; empty for a batch script
 * @param gpus indices of the GPUs that its job holds of the node
 */
public record RunningJob(JobId job, String name, String program, List<String> gpus) {
  public RunningJob {
    gpus = List.copyOf(gpus);
  }

  /** Of a job without GPUs. */
  public RunningJob(JobId job, String name, String program) {
    this(job, name, program, List.of());
  }

  /** The same with GPUs. */
  public RunningJob with(List<String> indices) {
    return new RunningJob(job, name, program, indices);
  }
}

package io.pliant.core.launch;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.spec.JobSpec;
import io.pliant.core.spec.Payload;
import io.pliant.core.spec.StreamFiles;
import org.jspecify.annotations.Nullable;

/**
 * Where a batch script writes.
 *
 * @param output absolute path of standard output, or null for a job without a batch script
 * @param error absolute path of standard error; the same as {@code output} when they share a file
 */
public record OutputPaths(@Nullable String output, @Nullable String error) {

  /** Before nodes are known, a pattern that names the node is left as it is. */
  public static OutputPaths of(JobId job, JobSpec spec, @Nullable Allocation allocation) {
    if (!(spec.payload() instanceof Payload.BatchScript)) {
      return new OutputPaths(null, null);
    }
    JobSymbols symbols = JobSymbols.of(StepId.batch(job, 1), spec);
    StreamFiles files = spec.files();
    String output = path(files.output(), symbols, spec, allocation);
    String error = files.error();
    return new OutputPaths(output, error == null ? output : path(error, symbols, spec, allocation));
  }

  private static String path(
      String pattern, JobSymbols symbols, JobSpec spec, @Nullable Allocation allocation) {
    String replaced = FilePattern.replaceJobSymbols(pattern, symbols, spec.workingDirectory());
    if (allocation == null) {
      return replaced;
    }
    NodeName leader = allocation.leader();
    return FilePattern.replaceTaskSymbols(replaced, 0, leader, 0);
  }
}

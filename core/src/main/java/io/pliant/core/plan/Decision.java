package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.Allocation;
import java.time.Instant;

/** One thing that a policy wants done. */
public sealed interface Decision {
  /** Start a waiting job now on these slices. */
  record Start(JobId job, Allocation allocation) implements Decision {}

  /** The job is promised a start no later than {@code at}, as things stand. */
  record Reserve(JobId job, Instant at) implements Decision {}

  /** Begin to resize a running malleable job to so many nodes, by the rule {@code why}. */
  record Resize(JobId job, int nodes, String why) implements Decision {}

  /** Hold a round at {@code at} even when nothing happens before. */
  record CallAgain(Instant at) implements Decision {}
}

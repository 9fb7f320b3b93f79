package io.pliant.core.plan;

import io.pliant.core.id.JobId;
import io.pliant.core.resource.Allocation;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that a policy wants done. */
public sealed interface Decision {
  /**
   * Start a waiting job now on these slices.
   *
   * @param reference what the policy wants to remember of the start: when the job would have ended
   *     with its size fixed; null for nothing. The ledger keeps it, and it comes back in the view
   */
  record Start(JobId job, Allocation allocation, @Nullable Instant reference) implements Decision {
    /** A start of which nothing is to be remembered. */
    public Start(JobId job, Allocation allocation) {
      this(job, allocation, null);
    }

    /** As it stands in decision logs, which are compared to the letter. */
    @Override
    public String toString() {
      return reference == null
          ? "Start[job=%s, allocation=%s]".formatted(job, allocation)
          : "Start[job=%s, allocation=%s, reference=%s]".formatted(job, allocation, reference);
    }
  }

  /** The job is promised a start no later than {@code at}, as things stand. */
  record Reserve(JobId job, Instant at) implements Decision {}

  /**
   * Begin to resize a running malleable job, by the rule {@code why}.
   *
   * @param nodes size afterwards
   * @param slices those that come, or those that go
   */
  record Resize(JobId job, int nodes, List<Slice> slices, String why) implements Decision {
    public Resize {
      slices = List.copyOf(slices);
    }
  }

  /** Hold a round at {@code at} even when nothing happens before. */
  record CallAgain(Instant at) implements Decision {}
}

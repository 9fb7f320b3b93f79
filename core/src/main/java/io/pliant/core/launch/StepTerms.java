package io.pliant.core.launch;

import io.pliant.core.id.ClusterEpoch;
import org.jspecify.annotations.Nullable;

/**
 * To what a node keeps a step that runs, in place of what its launch said.
 *
 * @param number which terms of the attempt these are, from 1
 * @param leftMillis what is left of the time limit, or null for no limit
 * @param term of its partition when that was said; a restored cluster numbers anew in a later
 *     epoch. Null from programs from before it was told
 * @param still whether its tasks are to stand still; null for no
 */
public record StepTerms(
    int number, @Nullable Long leftMillis, @Nullable Long term, @Nullable Boolean still) {
  /** Of a step that goes on. */
  public StepTerms(int number, @Nullable Long leftMillis, @Nullable Long term) {
    this(number, leftMillis, term, null);
  }

  /** True when tasks are to stand still. */
  public boolean stops() {
    return Boolean.TRUE.equals(still);
  }

  /** True when these were said later; messages may overtake each other. */
  public boolean laterThan(@Nullable StepTerms other) {
    if (other == null) {
      return true;
    }
    int epochs =
        term == null || other.term == null
            ? 0
            : Long.compare(ClusterEpoch.ofTerm(term), ClusterEpoch.ofTerm(other.term));
    return epochs == 0 ? number > other.number : epochs > 0;
  }
}

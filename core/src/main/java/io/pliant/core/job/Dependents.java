package io.pliant.core.job;

import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * Jobs that wait for this one and have not all been told how it ended.
 *
 * @param jobs by number
 * @param others how many of them are other users'
 */
public record Dependents(TreePMap<JobId, Dependent> jobs, int others) {
  /** None. */
  static final Dependents NONE = new Dependents(TreePMap.empty(), 0);

  /** Most jobs that may wait for one job, and most of them that are other users'. */
  static final int MOST = 20_000;

  private static final int MOST_OTHERS = 2_000;

  /**
   * One of them.
   *
   * @param elements it wants to know of single elements
   */
  public record Dependent(boolean elements) {}

  Dependents plus(JobEvent.DependentAdded e) {
    int more = e.own() || jobs.containsKey(e.dependent()) ? 0 : 1;
    return new Dependents(jobs.plus(e.dependent(), new Dependent(e.elements())), others + more);
  }

  /** Why no more may wait for it, or null; other users never take the places of its own. */
  @Nullable String full(boolean own) {
    boolean full = own ? jobs.size() - others >= MOST : others >= MOST_OTHERS;
    return full
        ? "%d jobs wait for it already; let one job wait for it, and others for that one."
            .formatted(own ? MOST : MOST_OTHERS)
        : null;
  }

  /** True when one of them wants to know of single elements. */
  public boolean wantElements() {
    return jobs.values().stream().anyMatch(Dependent::elements);
  }
}

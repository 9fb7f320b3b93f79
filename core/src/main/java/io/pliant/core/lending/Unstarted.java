package io.pliant.core.lending;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Decision;
import io.pliant.core.plan.Plan;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.WaitingJob;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which jobs a round left waiting, although nothing but nodes kept them. */
public final class Unstarted {
  /** So many, the first ones of the queue. */
  static final int MOST = 100;

  private Unstarted() {}

  /** Those jobs in the order of the queue. */
  public static List<JobId> of(ClusterView view, Plan plan) {
    Set<JobId> started = new HashSet<>();
    for (Decision decision : plan.decisions()) {
      if (decision instanceof Decision.Start start) {
        started.add(start.job());
      }
    }
    List<JobId> left = new ArrayList<>();
    for (WaitingJob job : view.waiting()) {
      if (left.size() == MOST) {
        break;
      }
      if (job.eligible(view.now()) && !started.contains(job.job())) {
        left.add(job.job());
      }
    }
    return left;
  }
}

package io.pliant.actors.partition;

import io.pliant.api.RefusedDecisions;
import io.pliant.core.id.JobId;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.plan.RefusedDecision;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.RunningSize;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What the ledger refused of the plans of a policy: counted, said in the log at most once a minute,
 * and told to the policy, so that it does not plan the same again in each round.
 */
final class PlanRefusals {
  private static final Duration SAY_EVERY = Duration.ofMinutes(1);

  private final Logger log;
  private final String whose;
  private final InstantSource clock;
  private final Map<JobId, InARow> resizing = new HashMap<>();
  private @Nullable RefusedDecisions sum;
  private @Nullable Instant said;
  private long unsaid;

  /** Resizes of one job that were refused without one that began between them. */
  record InARow(int times, Instant last) {}

  /**
   * @param whose the policy and its partition, in words
   */
  PlanRefusals(Logger log, String whose, InstantSource clock) {
    this.log = log;
    this.whose = whose;
    this.clock = clock;
  }

  /**
   * Starts that were refused.
   *
   * @param late jobs and nodes have changed since the policy looked, so that this is usual
   */
  void starts(List<RefusedDecision> refusals, boolean late) {
    for (RefusedDecision refusal : refusals) {
      count(1, 0, refusal.reason(), late);
    }
  }

  /** Resizes that were refused; {@code late} as of {@link #starts}. */
  void resizes(List<RefusedDecision> refusals, boolean late) {
    for (RefusedDecision refusal : refusals) {
      resizing.merge(
          refusal.job(),
          new InARow(1, clock.instant()),
          (before, now) -> new InARow(before.times() + 1, now.last()));
      count(0, 1, refusal.reason(), late);
    }
  }

  /** A resize of that job has begun. */
  void begun(JobId job) {
    resizing.remove(job);
  }

  /** The sum so far, or null when nothing was refused. */
  @Nullable RefusedDecisions sum() {
    return sum;
  }

  /** Forgets jobs that do not run any more. */
  void look(PartitionState state) {
    resizing.keySet().removeIf(job -> !state.grants().containsKey(job));
  }

  /** What a policy is to know, by job. */
  Map<JobId, InARow> known() {
    return Map.copyOf(resizing);
  }

  /**
   * A view in which a resize that was refused counts as one that came to nothing. The first in a
   * row does not: the job may have changed while the policy was thinking.
   */
  static ClusterView told(ClusterView view, Map<JobId, InARow> known) {
    if (known.isEmpty()) {
      return view;
    }
    List<RunningJob> running = new ArrayList<>(view.running().size());
    for (RunningJob job : view.running()) {
      RunningSize size = job.size();
      InARow refused = known.get(job.job());
      running.add(
          size == null || refused == null || refused.times() < 2
              ? job
              : job.withSize(size.refused(refused.times() - 1, refused.last())));
    }
    return view.with(view.nodes(), running, view.waiting());
  }

  private void count(int starts, int resizes, String reason, boolean usual) {
    Instant now = clock.instant();
    RefusedDecisions before = sum;
    sum =
        before == null
            ? new RefusedDecisions(starts, resizes, reason, now)
            : new RefusedDecisions(
                before.starts() + starts, before.resizes() + resizes, reason, now);
    if (usual) {
      return;
    }
    if (said != null && Duration.between(said, now).abs().compareTo(SAY_EVERY) < 0) {
      unsaid++;
      return;
    }
    log.warn(
        "a decision of {} was refused by the ledger: {} ({} more since this was last said)",
        whose,
        reason,
        unsaid);
    said = now;
    unsaid = 0;
  }
}

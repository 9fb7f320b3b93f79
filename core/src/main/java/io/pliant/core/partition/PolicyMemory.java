package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Decision;
import io.pliant.core.size.ResizePace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What a ledger remembers for the policy from round to round, besides what it knows of jobs.
 *
 * @param pace how long resizes take
 * @param promises starts that were promised to waiting jobs
 */
public record PolicyMemory(ResizePace pace, TreePMap<JobId, Instant> promises) {
  /** Nothing has been seen or promised. */
  public static final PolicyMemory NONE = new PolicyMemory(ResizePace.UNKNOWN, TreePMap.empty());

  /**
   * Promises of jobs that wait, in place of those of before; none when they are the same. A job
   * that was withdrawn meanwhile is promised nothing.
   */
  static PartitionOutcome keep(
      PartitionState state, PartitionIntent.KeepPromises intent, Instant now) {
    TreeMap<JobId, Instant> kept = new TreeMap<>();
    for (Decision.Reserve promise : intent.promises()) {
      if (state.waiting(promise.job()) != null) {
        kept.put(promise.job(), promise.at());
      }
    }
    if (kept.equals(state.memory().promises())) {
      return PartitionOutcome.of(new PartitionReply.Done());
    }
    List<PartitionEvent.Promise> promises = new ArrayList<>(kept.size());
    kept.forEach((job, start) -> promises.add(new PartitionEvent.Promise(job, start)));
    return PartitionOutcome.of(
        new PartitionReply.Done(), new PartitionEvent.StartsPromised(promises, now));
  }

  PolicyMemory promised(List<PartitionEvent.Promise> made) {
    TreePMap<JobId, Instant> now = TreePMap.empty();
    for (PartitionEvent.Promise promise : made) {
      now = now.plus(promise.job(), promise.start());
    }
    return new PolicyMemory(pace, now);
  }

  /** A job that waits no longer is promised nothing. */
  PolicyMemory without(JobId job) {
    return promises.containsKey(job) ? new PolicyMemory(pace, promises.minus(job)) : this;
  }

  PolicyMemory with(ResizePace newPace) {
    return new PolicyMemory(newPace, promises);
  }

  /** Promises as a snapshot holds them; null for none. */
  @Nullable List<PartitionEvent.Promise> stored() {
    List<PartitionEvent.Promise> stored = new ArrayList<>(promises.size());
    promises.forEach((job, start) -> stored.add(new PartitionEvent.Promise(job, start)));
    return stored.isEmpty() ? null : stored;
  }

  /** What a snapshot holds. */
  static PolicyMemory of(
      @Nullable ResizePace pace, @Nullable List<PartitionEvent.Promise> promises) {
    PolicyMemory known = pace == null ? NONE : NONE.with(pace);
    return promises == null ? known : known.promised(promises);
  }
}

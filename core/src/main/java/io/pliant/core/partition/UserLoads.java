package io.pliant.core.partition;

import io.pliant.core.id.JobId;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePSet;
import org.pcollections.MapPSet;
import org.pcollections.TreePMap;

/**
 * Jobs of a ledger that are not over, counted by user; follows from queue and grants.
 *
 * @param byUser load of each user who has any
 * @param asking those that ask for another place in the queue than that of their submission; known
 *     at any time, since a round must not look for them among a hundred thousand
 */
record UserLoads(TreePMap<String, Load> byUser, Load all, MapPSet<JobId> asking) {
  static final UserLoads NONE = new UserLoads(TreePMap.empty(), Load.NONE, HashTreePSet.empty());

  /**
   * Some jobs.
   *
   * @param bytes of their payloads
   */
  record Load(int jobs, long bytes) {
    static final Load NONE = new Load(0, 0);

    Load plus(int moreJobs, long moreBytes) {
      return new Load(jobs + moreJobs, bytes + moreBytes);
    }
  }

  static UserLoads of(Collection<QueuedJob> queue, Collection<Grant> grants) {
    UserLoads loads = NONE;
    for (QueuedJob job : queue) {
      loads = loads.plus(job);
    }
    for (Grant grant : grants) {
      loads = loads.plus(grant.job());
    }
    return loads;
  }

  Load of(String user) {
    return byUser.getOrDefault(user, Load.NONE);
  }

  UserLoads plus(QueuedJob job) {
    return changed(job.user(), 1, job.payloadBytes()).noting(job);
  }

  /** Without one; nothing changes for null. */
  UserLoads minus(@Nullable QueuedJob job) {
    return job == null
        ? this
        : changed(job.user(), -1, -job.payloadBytes()).with(asking.minus(job.job()));
  }

  private UserLoads changed(String user, int jobs, long bytes) {
    Load load = of(user).plus(jobs, bytes);
    return new UserLoads(
        load.jobs() == 0 ? byUser.minus(user) : byUser.plus(user, load),
        all.plus(jobs, bytes),
        asking);
  }

  /** With a job that is counted already, as it is now. */
  UserLoads noting(QueuedJob job) {
    return job.asksForPlace()
        ? with(asking.plus(job.job()))
        : asking.contains(job.job()) ? with(asking.minus(job.job())) : this;
  }

  private UserLoads with(MapPSet<JobId> now) {
    return new UserLoads(byUser, all, now);
  }
}

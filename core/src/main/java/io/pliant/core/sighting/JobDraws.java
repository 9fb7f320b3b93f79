package io.pliant.core.sighting;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * What each node of a running job draws, on average over its nodes and lately. Only spans that
 * began a while after the job, its last resize, or the last limit on its power, count: before, its
 * tasks may not have begun, or could not draw what they would.
 *
 * @param watts of each node, by job
 * @param limited until when a job was limited, so that its meters tell nothing of it
 */
public record JobDraws(TreePMap<JobId, Double> watts, TreePMap<JobId, Instant> limited) {
  /** From the start or a resize until the job's watts are taken to be its own. */
  static final Duration WARM_UP = Duration.ofSeconds(3);

  /** Nothing was measured yet. */
  public static final JobDraws NONE = new JobDraws(TreePMap.empty(), TreePMap.empty());

  /** Weight of the newest second. */
  private static final double NEWEST = 0.4;

  /** With jobs whose power is limited until a time. */
  public JobDraws limited(Collection<JobId> jobs, Instant until) {
    TreePMap<JobId, Instant> now = limited;
    for (JobId job : jobs) {
      now = now.plus(job, latest(until, now.get(job)));
    }
    return new JobDraws(watts, now);
  }

  /** With the newest spans; called once a second. */
  public JobDraws look(PartitionState state, MeterSightings meters, Instant now) {
    TreePMap<JobId, Double> fresh = Running.only(watts, state);
    JobDraws known = new JobDraws(fresh, Running.only(limited, state));
    for (Grant grant : state.grants().values()) {
      Double mean = grant.sizes().settled() ? known.mean(grant, meters, now) : null;
      if (mean != null) {
        JobId job = grant.job().job();
        Double old = fresh.get(job);
        fresh = fresh.plus(job, old == null ? mean : (Double) (old + NEWEST * (mean - old)));
      }
    }
    return new JobDraws(fresh, known.limited());
  }

  private @Nullable Double mean(Grant grant, MeterSightings meters, Instant now) {
    Instant since =
        latest(latest(grant.start(), grant.sizes().lastChange()), limited.get(grant.job().job()))
            .plus(WARM_UP);
    double sum = 0;
    int count = 0;
    for (Slice slice : grant.allocation().slices()) {
      MeterSightings.Heard heard = meters.heard(slice.node(), now);
      if (heard != null && !heard.began().isBefore(since)) {
        sum += heard.watts();
        count++;
      }
    }
    return count == 0 ? null : (Double) (sum / count);
  }

  private static Instant latest(Instant one, @Nullable Instant other) {
    return other == null || other.isBefore(one) ? one : other;
  }
}

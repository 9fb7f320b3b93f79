package io.pliant.actors.partition;

import io.pliant.core.id.JobId;
import io.pliant.core.partition.Grant;
import io.pliant.core.partition.PartitionState;
import io.pliant.core.resource.Slice;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What each node of a running job draws, on average over its nodes and lately. Only spans that
 * began a while after the job, its last resize, or the last limit on its power, count: before, its
 * tasks may not have begun, or could not draw what they would. Not durable.
 */
final class JobMeters {
  /** From the start or a resize until the job's watts are taken to be its own. */
  static final Duration WARM_UP = Duration.ofSeconds(3);

  /** Weight of the newest second. */
  private static final double NEWEST = 0.4;

  private final Map<JobId, Double> watts = new TreeMap<>();
  private final Map<JobId, Instant> limited = new TreeMap<>();
  private final PowerMeters meters;

  JobMeters(PowerMeters meters) {
    this.meters = meters;
  }

  /** What a job draws is limited at this time, so that it tells nothing of the job. */
  void limited(JobId job, Instant at) {
    limited.merge(job, at, (old, fresh) -> fresh.isAfter(old) ? fresh : old);
  }

  /** Takes the newest spans into account; called once a second. */
  void look(PartitionState state, Instant now) {
    watts.keySet().removeIf(job -> !state.grants().containsKey(job));
    limited.keySet().removeIf(job -> !state.grants().containsKey(job));
    for (Grant grant : state.grants().values()) {
      Double mean = grant.sizes().settled() ? mean(grant, now) : null;
      if (mean != null) {
        watts.merge(grant.job().job(), mean, (old, fresh) -> old + NEWEST * (fresh - old));
      }
    }
  }

  private @Nullable Double mean(Grant grant, Instant now) {
    Instant since =
        latest(latest(grant.start(), grant.sizes().lastChange()), limited.get(grant.job().job()))
            .plus(WARM_UP);
    double sum = 0;
    int count = 0;
    for (Slice slice : grant.allocation().slices()) {
      PowerMeters.Heard heard = meters.heard(slice.node(), now);
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

  /** Watts of each node, by job. */
  Map<JobId, Double> watts() {
    return Collections.unmodifiableMap(new TreeMap<>(watts));
  }
}

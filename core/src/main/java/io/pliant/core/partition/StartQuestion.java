package io.pliant.core.partition;

import io.pliant.core.partition.PartitionEvent.JobEnqueued;
import io.pliant.core.policy.StartForecast;
import io.pliant.core.resource.Kinds;
import io.pliant.core.view.ClusterView;
import java.time.Instant;

/**
 * When a job that its partition takes would start if it came now. Of an array the first element is
 * meant.
 */
public record StartQuestion(PartitionState state, PartitionSettings settings) {
  /** Looks ahead; nothing is changed. */
  public StartForecast forecast(QueuedJob job, Instant now) {
    if (new DependencyRules(state).keep(job)) {
      return new StartForecast.Unknown("it waits for other jobs");
    }
    Kinds licences = job.resources().licences();
    Kinds free = LicenceRules.free(state, settings);
    if (licences != null && free != null && !free.covers(licences)) {
      return new StartForecast.Unknown("running jobs hold licences that it asks for");
    }
    QueuedJob alone = job.alone();
    QueuedJob complete =
        alone.timeLimit() == null ? alone.withTimeLimit(settings.defaultTime()) : alone;
    PartitionState with = state.evolve(new JobEnqueued(complete, state.nextRank(), now, null));
    ClusterView view = with.view(now, settings.priority());
    boolean waits = view.waiting().stream().anyMatch(each -> each.job().equals(job.job()));
    return waits
        ? StartForecast.of(view, job.job())
        : new StartForecast.Unknown("it would end after its deadline");
  }
}

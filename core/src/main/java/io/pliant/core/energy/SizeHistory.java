package io.pliant.core.energy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.Slice;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a job held when, from its events: an interval for each time without a change of its
 * nodes. Nodes that it is leaving are its own until they are let go of. Fold events in order.
 */
public final class SizeHistory {
  private final List<Holding<JobInterval>> holdings = new ArrayList<>();
  private @Nullable Open open;

  private record Open(JobInterval interval, SortedMap<NodeName, Integer> cpus, long since) {}

  /** Holdings of some job's events, those that go on ending at {@code now}. */
  public static List<Holding<JobInterval>> of(List<JobEvent> events, Instant now) {
    SizeHistory history = new SizeHistory();
    events.forEach(history::evolve);
    history.close(micros(now));
    return List.copyOf(history.holdings);
  }

  private void evolve(JobEvent event) {
    long at = micros(event.at());
    switch (event) {
      case JobEvent.JobAllocated e -> {
        close(at);
        begin(new JobInterval(e.job(), e.attempt(), 0), e.allocation().slices(), at);
      }
      case JobEvent.JobResized e -> resized(e, at);
      case JobEvent.JobRequeued _, JobEvent.JobRefused _, JobEvent.JobEnded _ -> close(at);
      case JobEvent.JobSubmitted _,
          JobEvent.JobHoldChanged _,
          JobEvent.GrantRenewed _,
          JobEvent.NodesVacated _,
          JobEvent.StepCreated _,
          JobEvent.StepStarted _,
          JobEvent.StepEnded _,
          JobEvent.JobStarted _,
          JobEvent.JobCompleting _,
          JobEvent.JobCancelRequested _ -> {}
    }
  }

  private void resized(JobEvent.JobResized event, long at) {
    Open before = open;
    if (before == null) {
      return;
    }
    List<Slice> slices = new ArrayList<>(event.allocation().slices());
    event.sizes().leaving().forEach(leaving -> slices.add(leaving.slice()));
    if (!cpus(slices).equals(before.cpus())) {
      close(at);
      JobId job = event.job();
      begin(new JobInterval(job, event.attempt(), before.interval().number() + 1), slices, at);
    }
  }

  private void begin(JobInterval interval, List<Slice> slices, long at) {
    open = new Open(interval, cpus(slices), at);
  }

  private static SortedMap<NodeName, Integer> cpus(List<Slice> slices) {
    SortedMap<NodeName, Integer> cpus = new TreeMap<>();
    slices.forEach(slice -> cpus.merge(slice.node(), slice.cpus(), Integer::sum));
    return cpus;
  }

  private void close(long at) {
    Open ending = open;
    if (ending != null) {
      ending
          .cpus()
          .forEach((node, cpus) ->
              holdings.add(
                  new Holding<>(
                      ending.interval(),
                      node,
                      ending.since(),
                      Math.max(ending.since(), at),
                      Math.max(1, cpus))));
    }
    open = null;
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }
}

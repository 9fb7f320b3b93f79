package io.pliant.core.testing;

import io.pliant.core.id.JobId;
import io.pliant.core.plan.Decision;
import io.pliant.core.view.ClusterView;
import io.pliant.core.view.NodeView;
import io.pliant.core.view.RunningJob;
import io.pliant.core.view.WaitingJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The view after starts were carried out, time standing still. */
public final class AfterPlan {
  private AfterPlan() {}

  /** Moves the started jobs from the waiting to the running ones and books their slices. */
  public static ClusterView of(ClusterView before, List<Decision.Start> starts) {
    Map<JobId, WaitingJob> waiting = new TreeMap<>();
    before.waiting().forEach(job -> waiting.put(job.job(), job));
    List<RunningJob> running = new ArrayList<>(before.running());
    for (Decision.Start start : starts) {
      WaitingJob job = waiting.remove(start.job());
      if (job == null) {
        throw new AssertionError("Job " + start.job() + " is started but does not wait.");
      }
      running.add(
          new RunningJob(
              start.job(), start.allocation(), before.now(), before.now().plus(job.timeLimit())));
    }
    running.sort(Comparator.comparing(RunningJob::job));
    return new ClusterView(
        before.partition(),
        before.version() + 1,
        before.now(),
        before.nodes().stream().map(n -> booked(n, running)).toList(),
        running,
        before.waiting().stream().filter(job -> waiting.containsKey(job.job())).toList());
  }

  private static NodeView booked(NodeView node, List<RunningJob> running) {
    NodeView fresh = NodeViews.of(node.name(), node.capacity(), running);
    return new NodeView(
        node.name(),
        node.capacity(),
        fresh.freeCpus(),
        fresh.freeMemoryMb(),
        fresh.jobs(),
        node.available());
  }
}

package io.pliant.sim.suite;

import io.pliant.core.elastic.Pool;
import io.pliant.core.elastic.PoolDecision;
import io.pliant.core.elastic.RunningShape;
import io.pliant.core.elastic.WaitingShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How many nodes a round has promised to jobs that wait, and from when to when. */
record PromisedNodes(List<PoolDecision.Reserve> promises) {
  static PromisedNodes none() {
    return new PromisedNodes(List.of());
  }

  static PromisedNodes by(Observed.Round round) {
    List<PoolDecision.Reserve> promises = new ArrayList<>();
    for (PoolDecision decision : round.plan().decisions()) {
      if (decision instanceof PoolDecision.Reserve promise) {
        promises.add(promise);
      }
    }
    return new PromisedNodes(promises);
  }

  /** True when a job that starts now on its preferred size breaks a promise to another job. */
  boolean forbid(Pool view, WaitingShape job) {
    Set<Integer> waiting =
        view.waiting().stream().map(WaitingShape::job).collect(Collectors.toSet());
    List<PoolDecision.Reserve> others =
        promises.stream()
            .filter(promise -> promise.job() != job.job() && waiting.contains(promise.job()))
            .toList();
    return others.stream()
        .map(promise -> Math.max(promise.at(), view.now()))
        .filter(at -> at < view.now() + job.estimate())
        .anyMatch(at -> used(view, others, at) + job.sizes().preferred() > view.nodes());
  }

  private static int used(Pool view, List<PoolDecision.Reserve> others, long at) {
    int running =
        view.running().stream()
            .filter(job -> job.workEnd() > at)
            .mapToInt(RunningShape::target)
            .sum();
    return running
        + others.stream()
            .filter(promise -> promise.at() <= at && at < promise.end())
            .mapToInt(PoolDecision.Reserve::nodes)
            .sum();
  }
}

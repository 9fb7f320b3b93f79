package io.pliant.sim.suite;

import io.pliant.core.elastic.WaitingShape;
import io.pliant.core.priority.PriorityRule;
import io.pliant.core.priority.UserAccuracy;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.sim.elastic.QueueOrdering;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A simulated queue of which some jobs ask for other places, by the rule of live partitions. */
record NiceOrdering(IntFunction<@Nullable Bookkeeping> asked) implements QueueOrdering {
  @Override
  public void submitted(int job) {}

  @Override
  public void ended(int job) {}

  @Override
  public List<WaitingShape> sorted(List<WaitingShape> waiting, long now) {
    List<WaitingShape> sorted = new ArrayList<>(waiting);
    sorted.sort(Comparator.comparingDouble((WaitingShape job) -> priority(job, now)).reversed());
    return sorted;
  }

  private double priority(WaitingShape job, long now) {
    PriorityRule rule = PriorityRule.SUBMISSION;
    Duration waited = Duration.ofMillis(now - job.submit());
    double sum = rule.weights().priority(rule.factors(UserAccuracy.NONE, waited, 0, 0, null));
    Bookkeeping wish = asked.apply(job.job());
    return wish == null ? sum : wish.priority(sum);
  }
}

package io.pliant.core.elastic;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Verifies a plan against a view, trusting no policy. */
public final class PoolCheck {
  private final Pool view;
  private final Map<Integer, WaitingShape> waiting = new HashMap<>();
  private final Map<Integer, RunningShape> running = new HashMap<>();
  private final Set<Integer> touched = new HashSet<>();
  private int idle;

  private PoolCheck(Pool view) {
    this.view = view;
    this.idle = view.idle();
    view.waiting().forEach(job -> waiting.put(job.job(), job));
    view.running().forEach(job -> running.put(job.shape().job(), job));
  }

  /** The first thing that is wrong with the plan, or null when it can be carried out as it is. */
  public static @Nullable String refuse(PoolPlan plan, Pool view) {
    PoolCheck check = new PoolCheck(view);
    for (PoolDecision decision : plan.decisions()) {
      String why =
          switch (decision) {
            case PoolDecision.Start start -> check.start(start);
            case PoolDecision.Resize resize -> check.resize(resize);
            case PoolDecision.Reserve reserve -> check.reserve(reserve);
          };
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  private @Nullable String start(PoolDecision.Start start) {
    WaitingShape job = waiting.remove(start.job());
    if (job == null) {
      return "Expected to start job %d, but it is not waiting.".formatted(start.job());
    }
    if (!job.sizes().isLegal(start.nodes())) {
      return "Expected to start job %d on a legal size, but got %d nodes."
          .formatted(start.job(), start.nodes());
    }
    idle -= start.nodes();
    return enough("start", start.job());
  }

  private @Nullable String resize(PoolDecision.Resize resize) {
    RunningShape job = running.get(resize.job());
    if (job == null || !touched.add(resize.job())) {
      return "Expected to resize job %d once, but it does not run or is resized twice."
          .formatted(resize.job());
    }
    if (job.shape().sizes().isRigid() || job.adapting(view.now())) {
      return "Expected to resize job %d, but it is rigid or adapting.".formatted(resize.job());
    }
    if (!job.shape().sizes().isLegal(resize.nodes()) || resize.nodes() == job.nodes()) {
      return "Expected to resize job %d to another legal size, but got %d nodes."
          .formatted(resize.job(), resize.nodes());
    }
    idle -= Math.max(0, resize.nodes() - job.nodes());
    return enough("expand", resize.job());
  }

  private @Nullable String reserve(PoolDecision.Reserve reserve) {
    return waiting.containsKey(reserve.job()) && reserve.at() >= view.now()
        ? null
        : "Expected to reserve for waiting job %d from now on, but it does not wait or %d is past."
            .formatted(reserve.job(), reserve.at());
  }

  private @Nullable String enough(String what, int job) {
    return idle < 0
        ? "Expected to %s job %d, but %d nodes are missing.".formatted(what, job, -idle)
        : null;
  }
}

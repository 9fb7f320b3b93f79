package io.pliant.core.elastic;

import io.pliant.core.rule.Board;
import io.pliant.core.rule.FcfsRule;
import io.pliant.core.size.SizeRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Strict FCFS with all-or-nothing shrinks for the head and expansion into what is left.
 *
 * <p><b>Rule.</b>
 *
 * <ol>
 *   <li>Waiting jobs start in queue order on their preferred size while they fit; nobody passes a
 *       blocked head.
 *   <li>While any job is adapting, nothing more is decided.
 *   <li>If the head cannot start, the nodes it lacks are collected from running malleable jobs in
 *       the order of the policy, each shrunk to the largest legal size that gives what still lacks,
 *       or else to its least. The shrinks happen only if together they suffice; the head starts
 *       when they are done.
 *   <li>If they do not suffice, or no job waits, idle nodes go to running malleable jobs in the
 *       reverse order, each getting the largest legal total up to its maximum.
 * </ol>
 *
 * <p><b>Orders.</b> {@code performance-aware}: shrink in decreasing, expand in increasing MTCT.
 * {@code fpsma} (favour previously started malleable applications): shrink the youngest first,
 * expand the oldest first.
 *
 * <p><b>Guarantees.</b> No job passes another. Sizes stay legal. No adaptation while one is going
 * on, so there are at most as many at a time as one round begins.
 *
 * <p><b>Source.</b> M. Chadha, J. John, M. Gerndt, 2020 (algorithm 1; of its ambiguous expansion
 * rule the reading that keeps totals legal); J. Buisson, O. Sonmez, H. Mohamed, W. Lammers, D.
 * Epema, Cluster 2007 (FPSMA).
 *
 * @param name of the policy
 * @param giving order in which jobs give nodes
 */
record ShrinkForHead(String name, Comparator<RunningShape> giving) implements PoolPolicy {

  static ShrinkForHead performanceAware() {
    return new ShrinkForHead(
        "performance-aware",
        Comparator.comparingDouble(RunningShape::mtct)
            .reversed()
            .thenComparing(job -> job.shape().job()));
  }

  static ShrinkForHead favourStarted() {
    return new ShrinkForHead(
        "fpsma",
        Comparator.comparingLong(RunningShape::start)
            .thenComparing(job -> job.shape().job())
            .reversed());
  }

  @Override
  public PoolPlan decide(Pool view) {
    ShapeBoard board = new ShapeBoard(view, false, new FairnessFloor(1));
    int head = FcfsRule.startHeads(board);
    List<PoolDecision> decisions = new ArrayList<>(board.decisions());
    List<RunningShape> malleable = malleable(view);
    if (malleable.stream().anyMatch(job -> job.adapting(view.now()))) {
      return new PoolPlan(decisions);
    }
    int idle = board.ledger().free();
    boolean shrunk = false;
    if (head != Board.NONE) {
      WaitingShape first = view.waiting().get(head);
      shrunk = shrink(malleable, first.sizes().preferred() - idle, first.job(), decisions);
    }
    if (!shrunk) {
      expand(malleable, idle, decisions);
    }
    return new PoolPlan(decisions);
  }

  private boolean shrink(
      List<RunningShape> malleable, int need, int head, List<PoolDecision> decisions) {
    List<PoolDecision> shrinks = new ArrayList<>();
    int lacking = need;
    for (RunningShape job : malleable) {
      if (lacking <= 0) {
        break;
      }
      SizeRange sizes = job.shape().sizes();
      int to = Math.max(sizes.min(), sizes.floor(job.nodes() - lacking));
      if (to < job.nodes()) {
        lacking -= job.nodes() - to;
        shrinks.add(new PoolDecision.Resize(job.shape().job(), to, "gives to head " + head));
      }
    }
    if (lacking > 0) {
      return false;
    }
    decisions.addAll(shrinks);
    return true;
  }

  private static void expand(List<RunningShape> malleable, int idle, List<PoolDecision> decisions) {
    int left = idle;
    for (RunningShape job : malleable.reversed()) {
      int to = job.shape().sizes().floor(job.nodes() + left);
      if (to > job.nodes()) {
        left -= to - job.nodes();
        decisions.add(new PoolDecision.Resize(job.shape().job(), to, "takes idle nodes"));
      }
    }
  }

  /** Running malleable jobs in the order in which they give. */
  private List<RunningShape> malleable(Pool view) {
    List<RunningShape> jobs = new ArrayList<>();
    for (RunningShape job : view.running()) {
      if (!job.shape().sizes().isRigid()) {
        jobs.add(job);
      }
    }
    jobs.sort(giving);
    return jobs;
  }
}

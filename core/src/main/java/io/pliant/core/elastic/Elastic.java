package io.pliant.core.elastic;

import io.pliant.core.power.PowerView;
import io.pliant.core.rule.Board;
import io.pliant.core.rule.EasyRule;
import io.pliant.core.rule.FcfsRule;
import java.util.ArrayList;
import java.util.List;

/**
 * EASY with malleable jobs seen as shapes instead of rectangles.
 *
 * <p><b>Rule.</b>
 *
 * <ol>
 *   <li>EASY: heads start while they fit, the first that does not gets a reservation, others pass
 *       if they do not delay it; the shortest first where there are malleable jobs. A malleable job
 *       starts on the largest legal size, up to its preferred one, for which there is room, if it
 *       then ends within its fairness floor.
 *   <li>When the head cannot start, running malleable jobs give nodes, step by step down their
 *       ladder, those first that lose least time for a node by the learnt speed-up curve. All or
 *       nothing, and only if the head then ends sooner by more than the givers stand still. That
 *       they are slower afterwards is no loss of the machine, whose nodes work for another job; the
 *       fairness floor bounds it.
 *   <li>The same for the shortest of the other jobs, if it does not move the head's reservation.
 *   <li>Idle nodes that nobody can start on go to running malleable jobs, step by step, those first
 *       that gain most speed for a node, and of these the ones with the least work left, if the
 *       time gained outweighs standing still and the head's reservation stays.
 * </ol>
 *
 * <p>Where power has a corridor, that comes first: of the above is done what keeps the bounds, and
 * when one is broken the sizes are those of {@link PowerAware}. Promises then hold only as far as
 * the corridor lets them.
 *
 * <p><b>Guarantees.</b> The head is promised a start and an end. As long as running jobs are no
 * slower than their learnt curves say, no promise is worse than one before it: for a rigid head
 * both only come nearer, for a malleable one the end; and it starts no later than promised, or ends
 * no later by its estimate. Without malleable jobs it is EASY. A job is not adapted within {@link
 * Tuning#dwellMillis} of its last adaptation, and at most {@link Tuning#perHour} times an hour. By
 * estimate and learnt curve no malleable job ends later than {@link FairnessFloor#latestEnd}.
 *
 * <p><b>Inputs in the view.</b> Sizes, estimates, learnt curves, cost of resizes, past adaptations,
 * corridor and watts.
 *
 * <p><b>Source.</b> Ours; EASY as in {@link EasyRule}, who gives as in M. Chadha et al. 2020, with
 * marginal times in place of MTCT alone.
 */
public final class Elastic implements PoolPolicy {
  private final Tuning tuning;

  private Elastic(Tuning tuning) {
    this.tuning = tuning;
  }

  /** With the tuning of {@link Tuning#usual}. */
  public static Elastic create() {
    return with(Tuning.usual());
  }

  public static Elastic with(Tuning tuning) {
    return new Elastic(tuning);
  }

  /**
   * What can be set.
   *
   * @param floor how much later than as a rigid job a malleable one may end
   * @param dwellMillis least time between two adaptations of a job
   * @param perHour most adaptations of a job in an hour of its run time, on average since its start
   * @param worth a resize is made when its gain is more than this many times the time that jobs
   *     stand still for it
   * @param helped jobs behind the head for which nodes are collected, at most, in one round
   */
  public record Tuning(
      FairnessFloor floor, long dwellMillis, int perHour, double worth, int helped) {
    public static Tuning usual() {
      return new Tuning(new FairnessFloor(3.5), 20_000, 12, 1, 4);
    }
  }

  @Override
  public String name() {
    return "elastic";
  }

  @Override
  public boolean keepsCorridor() {
    return true;
  }

  @Override
  public boolean allowsLevers() {
    return true;
  }

  @Override
  public PoolPlan decide(Pool view) {
    PowerView power = view.power();
    if (power == null) {
      return unbounded(view);
    }
    CorridorRound round = new CorridorRound(view, power);
    if (!round.broken()) {
      return round.within(unbounded(view));
    }
    if (!round.adapting()) {
      round.restore(2, true);
    }
    return round.plan();
  }

  private PoolPlan unbounded(Pool view) {
    ShapeBoard board = new ShapeBoard(view, true, tuning.floor());
    int head = FcfsRule.startHeads(board);
    Resizing resizing = new Resizing(view, board, tuning);
    if (head != Board.NONE) {
      resizing.collectForHead(head);
      board.reserve(head);
      rule(view).backfill(board, head);
      resizing.collectForOthers(head);
    }
    resizing.spreadIdle(head);
    List<PoolDecision> decisions = new ArrayList<>(board.decisions());
    decisions.addAll(resizing.decisions());
    return new PoolPlan(decisions);
  }

  /** Without malleable jobs the policy is EASY; with them the shortest jobs pass first. */
  private static EasyRule rule(Pool view) {
    for (RunningShape job : view.running()) {
      if (!job.shape().sizes().isRigid()) {
        return EasyRule.EASY_SJBF;
      }
    }
    for (WaitingShape job : view.waiting()) {
      if (!job.sizes().isRigid()) {
        return EasyRule.EASY_SJBF;
      }
    }
    return EasyRule.EASY;
  }
}

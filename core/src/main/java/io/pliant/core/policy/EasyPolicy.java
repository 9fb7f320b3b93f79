package io.pliant.core.policy;

import io.pliant.core.plan.Plan;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.plan.Trigger;
import io.pliant.core.round.Draft;
import io.pliant.core.rule.EasyRule;
import io.pliant.core.view.ClusterView;

/**
 * EASY backfilling: a reservation for the head of the queue only, and whoever does not delay it may
 * pass. The rule itself is {@link EasyRule}, which the simulator runs too; this class gives it the
 * nodes of a view.
 *
 * <p><b>Rule.</b> Waiting jobs start in queue order as long as each one fits now. The first that
 * does not fit is the head. Its <i>shadow time</i> is the earliest time at which it fits when all
 * running jobs end at their limits. Each job behind it, in queue order ({@code easy}) or shortest
 * time limit first ({@code easy-sjbf}), starts if it fits now and either ends by the shadow time,
 * or leaves enough for the head: with it still running, the head still fits at the shadow time.
 * Jobs that are held, whose begin time has not come, or that could not start on the available nodes
 * even if no job ran are skipped, block nobody and get no reservation.
 *
 * <p><b>Ties.</b> All jobs that end at the shadow time count as ended for the reservation. A
 * running job that is past its limit counts as ending now for the reservation, but nothing starts
 * on its nodes before they are really free. On whole, equal nodes all this is the classic rule of
 * shadow time and extra nodes. On unequal or shared nodes a start may change where the next job
 * would be placed, so passes repeat until one starts nothing; on whole, equal nodes one suffices.
 *
 * <p><b>Guarantees.</b> The starts of a plan do not move the head's shadow time. No job starves as
 * long as jobs keep their limits. Planning again at once starts nothing more.
 *
 * <p><b>Bounds.</b> At most {@code depth} jobs that cannot start are examined behind the head,
 * where a pack counts as many as it has components, since it costs as much; the others wait with
 * {@link io.pliant.core.plan.WaitReason.BeyondDepth}. Of a longer queue {@code easy} sees the first
 * {@code depth} and {@value #STARTS} more that the available nodes can hold; those behind wait with
 * the same reason.
 *
 * <p><b>Inputs in the view.</b> Order of the queue, requests, time limits, holds and begin times;
 * free resources, capacity and availability of nodes; slices and expected ends of running jobs;
 * now.
 *
 * <p><b>Source.</b> D. Lifka, The ANL/IBM SP Scheduling System, JSSPP 1995; A. Mu'alem and D.
 * Feitelson, Utilization, Predictability, Workloads, and User Runtime Estimates in Scheduling the
 * IBM SP2 with Backfilling, IEEE TPDS 12(6), 2001.
 */
public final class EasyPolicy implements SchedulingPolicy {
  /** Jobs that may start in one round of a long queue, and are not examined in vain. */
  private static final int STARTS = 1000;

  /** Jobs examined behind the head unless told otherwise. */
  public static final int DEFAULT_DEPTH = 1000;

  private final String name;
  private final EasyRule rule;
  private final int depth;

  private EasyPolicy(String name, EasyRule rule, int depth) {
    this.name = name;
    this.rule = rule;
    this.depth = depth;
  }

  /** The classic rule, {@code easy}. */
  public static EasyPolicy create() {
    return withDepth(DEFAULT_DEPTH);
  }

  /** The jobs with the shortest time limits first among those that pass, {@code easy-sjbf}. */
  public static EasyPolicy shortestFirst() {
    return new EasyPolicy("easy-sjbf", EasyRule.EASY_SJBF, DEFAULT_DEPTH);
  }

  /**
   * A policy that examines at most {@code depth} jobs behind the head that cannot start; 0 or more.
   */
  public static EasyPolicy withDepth(int depth) {
    if (depth < 0) {
      throw new IllegalArgumentException(
          "Expected a backfill depth of at least 0, but got " + depth + ".");
    }
    return new EasyPolicy("easy", EasyRule.EASY, depth);
  }

  @Override
  public String name() {
    return name;
  }

  /** Those with the shortest limits may be anywhere. */
  @Override
  public int looksAt() {
    return rule == EasyRule.EASY ? depth + STARTS : Integer.MAX_VALUE;
  }

  @Override
  public Plan plan(ClusterView view, Trigger trigger) {
    Draft draft = Draft.of(name(), view);
    PlacedBoard board = new PlacedBoard(draft, depth);
    int before;
    do {
      before = board.starts();
      rule.pass(board);
    } while (board.starts() > before && board.sawDelaying());
    board.explain();
    return draft.toPlan();
  }
}

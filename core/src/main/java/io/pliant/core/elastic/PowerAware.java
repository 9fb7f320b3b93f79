package io.pliant.core.elastic;

import io.pliant.core.power.PowerView;

/**
 * Keeps the machine's power in a corridor whose bounds may change at any time, by resizing and by
 * starting jobs.
 *
 * <p><b>Rule.</b>
 *
 * <ol>
 *   <li>While the power, as measured or by the middle of what was declared, is within the bounds:
 *       waiting jobs start in queue order, malleable ones on the largest legal size up to their
 *       preferred one, while nodes are idle and the upper bound holds by the high estimates; nobody
 *       passes another. A job is not started if it would still run when an announced lower upper
 *       bound comes that could then not be kept. When nobody waits, idle nodes go to running jobs
 *       that gain by them, within the corridor.
 *   <li>When a bound is broken and nothing adapts: sizes are looked for that keep both, with all
 *       running jobs and one waiting one, in queue order; then with pairs of waiting jobs; then
 *       with running jobs alone; the first found is carried out. Shrinks begin at once, expansions
 *       and starts as far as the upper bound allows meanwhile.
 *   <li>When there are none: any of the first waiting jobs may start; else starts are held, jobs
 *       shrink to their least sizes (upper bound) or grow as near to the lower bound as the upper
 *       one allows, and the plan carries an alarm with the bound, the watts missing and why, and
 *       which cap or suspension would do.
 * </ol>
 *
 * <p><b>Guarantees.</b> No start and no expansion breaks the upper bound by the estimates. A bound
 * that sizes of running jobs and of some of the first 64 waiting ones could keep is kept again
 * after at most the adaptations that go on, one shrink and one expansion. Sizes stay legal. Without
 * a corridor it is first come, first served.
 *
 * <p><b>Inputs in the view.</b> Corridor, announced changes, watts, sizes, order of the queue.
 *
 * <p><b>Source.</b> M. Chadha, J. John, M. Gerndt, 2020, algorithm 2 and equation 1 (whose formula
 * is lost; see {@link io.pliant.core.power.Redistribution}). Pairs come after singles as there.
 * Ours: the order of what is done when nothing is feasible, the look ahead, the idle nodes.
 *
 * @param name of the policy
 * @param combined waiting jobs that are combined with the running ones: 0, 1 or 2
 * @param levers do the third part of the rule
 */
record PowerAware(String name, int combined, boolean levers) implements PoolPolicy {
  static PowerAware create() {
    return new PowerAware("power-aware", 2, true);
  }

  /** Running jobs only, as in earlier work (J. John, S. Narvaez, M. Gerndt, 2020). */
  static PowerAware runningOnly() {
    return new PowerAware("power-aware-running", 0, false);
  }

  @Override
  public boolean needsCorridor() {
    return true;
  }

  @Override
  public boolean allowsLevers() {
    return levers;
  }

  @Override
  public PoolPlan decide(Pool view) {
    PowerView power = view.power();
    if (power == null) {
      return new RigidShapes(name, null).decide(view);
    }
    CorridorRound round = new CorridorRound(view, power);
    boolean malleable = view.running().stream().anyMatch(job -> !job.shape().sizes().isRigid());
    if (round.broken() && (combined > 0 || malleable)) {
      if (!round.adapting()) {
        round.restore(combined, levers);
      }
    } else if (!round.tooHigh() && round.startInOrder() && !round.adapting() && levers) {
      round.spreadIdle();
    }
    return round.plan();
  }
}

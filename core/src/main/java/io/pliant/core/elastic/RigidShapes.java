package io.pliant.core.elastic;

import io.pliant.core.rule.EasyRule;
import io.pliant.core.rule.FcfsRule;
import org.jspecify.annotations.Nullable;

/**
 * A rigid policy on the elastic view: every job runs on its preferred size, nothing is resized. The
 * yardstick for the others; the rules are those of {@code core.rule}.
 *
 * @param name of the policy
 * @param rule for passing the head, or null for none (FCFS)
 */
record RigidShapes(String name, @Nullable EasyRule rule) implements PoolPolicy {
  @Override
  public PoolPlan decide(Pool view) {
    ShapeBoard board = new ShapeBoard(view, false, new FairnessFloor(1));
    if (rule == null) {
      FcfsRule.startHeads(board);
    } else {
      rule.pass(board);
    }
    return new PoolPlan(board.decisions());
  }

  @Override
  public boolean resizes() {
    return false;
  }
}

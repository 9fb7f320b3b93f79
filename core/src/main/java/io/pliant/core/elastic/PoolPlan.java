package io.pliant.core.elastic;

import io.pliant.core.power.CorridorAlarm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a policy decided on a pool in one round.
 *
 * @param decisions in the order in which they are to be carried out
 * @param powerWaits waiting jobs that the corridor keeps from starting
 * @param alarm a bound of the corridor that cannot be met, or null
 */
public record PoolPlan(
    List<PoolDecision> decisions, List<PowerWait> powerWaits, @Nullable CorridorAlarm alarm) {
  /** Nothing to do. */
  public static final PoolPlan NOTHING = new PoolPlan(List.of());

  public PoolPlan {
    decisions = List.copyOf(decisions);
    powerWaits = List.copyOf(powerWaits);
  }

  /** A plan in which power plays no part. */
  public PoolPlan(List<PoolDecision> decisions) {
    this(decisions, List.of(), null);
  }
}

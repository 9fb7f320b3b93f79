package io.pliant.core.elastic;

import io.pliant.core.power.CorridorAlarm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an elastic policy decided in one round.
 *
 * @param decisions in the order in which they are to be carried out
 * @param powerWaits waiting jobs that the corridor keeps from starting
 * @param alarm a bound of the corridor that cannot be met, or null
 */
public record ElasticPlan(
    List<ElasticDecision> decisions, List<PowerWait> powerWaits, @Nullable CorridorAlarm alarm) {
  /** Nothing to do. */
  public static final ElasticPlan NOTHING = new ElasticPlan(List.of());

  public ElasticPlan {
    decisions = List.copyOf(decisions);
    powerWaits = List.copyOf(powerWaits);
  }

  /** A plan in which power plays no part. */
  public ElasticPlan(List<ElasticDecision> decisions) {
    this(decisions, List.of(), null);
  }
}

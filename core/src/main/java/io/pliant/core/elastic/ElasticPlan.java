package io.pliant.core.elastic;

import java.util.List;

/**
 * What an elastic policy decided in one round.
 *
 * @param decisions in the order in which they are to be carried out
 */
public record ElasticPlan(List<ElasticDecision> decisions) {
  /** Nothing to do. */
  public static final ElasticPlan NOTHING = new ElasticPlan(List.of());

  public ElasticPlan {
    decisions = List.copyOf(decisions);
  }
}

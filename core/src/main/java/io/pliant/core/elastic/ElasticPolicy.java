package io.pliant.core.elastic;

/**
 * A pure function from what is known about rigid and malleable jobs to what is to be done. No
 * clock, no randomness, no field that changes: equal views give equal plans.
 */
public interface ElasticPolicy {
  /** Name in reports and on the command line, for example {@code elastic}. */
  String name();

  ElasticPlan plan(ElasticView view);
}

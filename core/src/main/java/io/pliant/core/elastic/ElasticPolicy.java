package io.pliant.core.elastic;

/**
 * A pure function from what is known about rigid and malleable jobs to what is to be done. No
 * clock, no randomness, no field that changes: equal views give equal plans.
 */
public interface ElasticPolicy {
  /** Name in reports and on the command line, for example {@code elastic}. */
  String name();

  ElasticPlan plan(ElasticView view);

  /** True when it changes the size of running jobs. */
  default boolean resizes() {
    return true;
  }

  /** True when it is of use only where power has a corridor. */
  default boolean needsCorridor() {
    return false;
  }

  /** True when it keeps the bounds of a power corridor. */
  default boolean keepsCorridor() {
    return needsCorridor();
  }

  /**
   * True when it does all that sizes can do before it raises an alarm, so that caps and suspensions
   * may follow.
   */
  default boolean allowsLevers() {
    return false;
  }
}

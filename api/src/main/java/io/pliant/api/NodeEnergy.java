package io.pliant.api;

import io.pliant.core.energy.NodeAccount;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What was counted of a node's meter. What its jobs had is {@code meteredJoules} without the other
 * two.
 *
 * @param since where counting began
 * @param until up to where it is counted
 * @param idleJoules while no job held the node
 * @param unaccountedJoules told by the meter when it was too late to know the jobs
 * @param gapSeconds time of which the meter told nothing
 * @param estimated true when a part of it comes from a model and not from a meter
 */
public record NodeEnergy(
    Instant since,
    Instant until,
    double meteredJoules,
    double idleJoules,
    double unaccountedJoules,
    double gapSeconds,
    boolean estimated) {
  /** What can be seen of an account. */
  public static NodeEnergy of(NodeAccount account) {
    return new NodeEnergy(
        Instant.EPOCH.plus(account.since(), ChronoUnit.MICROS),
        Instant.EPOCH.plus(account.until(), ChronoUnit.MICROS),
        account.metered().joules(),
        account.idle().joules(),
        account.unaccounted().joules(),
        account.metered().gapMicros() / 1e6,
        account.metered().estimated());
  }
}

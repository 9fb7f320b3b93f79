package io.pliant.actors.application;

import io.pliant.actors.protocol.EntityTiming;
import io.pliant.actors.protocol.Peers;
import io.pliant.core.adaptation.JobStanding;
import io.pliant.core.size.Malleability;
import io.pliant.core.size.Terms;
import java.time.Clock;
import java.time.Duration;

/**
 * What every application entity needs.
 *
 * @param controller name of this controller
 * @param defaults what counts where a submission says nothing
 * @param timing the clocks of all entities
 */
public record ApplicationSettings(
    String controller, Defaults defaults, Peers peers, Clock clock, EntityTiming timing) {
  /**
   * The site's rules.
   *
   * @param deadline from an offer to the open window
   * @param onShrinkTimeout what becomes of a mandatory shrink whose deadline passes
   * @param winner who prevails when an offer and a request meet
   */
  public record Defaults(
      Duration deadline, Terms.OnShrinkTimeout onShrinkTimeout, Terms.Winner winner) {
    /** A minute, extended as often as it takes; the program prevails. */
    public static Defaults usual() {
      return new Defaults(
          Duration.ofMinutes(1), Terms.OnShrinkTimeout.EXTEND, Terms.Winner.APPLICATION);
    }
  }

  Duration remindEvery() {
    return timing.remind();
  }

  Duration idleAfter() {
    return timing.idle();
  }

  Duration restartAfter() {
    return timing.restart();
  }

  /** The submission's terms, completed by the site's. */
  Terms terms(JobStanding standing) {
    Malleability asked = standing.malleable();
    Duration deadline = asked.deadline();
    Terms.OnShrinkTimeout onShrinkTimeout = asked.onShrinkTimeout();
    Terms.Winner winner = asked.winner();
    return new Terms(
        asked.minNodes(),
        asked.maxNodes(),
        asked.onOffer(),
        deadline == null ? defaults.deadline() : deadline,
        onShrinkTimeout == null ? defaults.onShrinkTimeout() : onShrinkTimeout,
        winner == null ? defaults.winner() : winner);
  }
}

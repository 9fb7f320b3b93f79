package io.pliant.api;

import io.pliant.core.job.Standstill;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the current or last attempt of a job was suspended; its limit does not count meanwhile.
 *
 * @param since when it was suspended, or null while it goes on
 * @param seconds how long it stood still before that
 * @param resumedAt when it last went on, or null when it never did; of a line of the queue, which
 *     does not know, always null
 */
public record StandstillEntry(
    @Nullable Instant since, double seconds, @Nullable Instant resumedAt) {
  /**
   * What is told of it.
   *
   * @param endedAt when the attempt was over, or null
   * @return null for one that was never suspended
   */
  public static @Nullable StandstillEntry of(Standstill still, @Nullable Instant endedAt) {
    Standstill told = endedAt == null ? still : still.ended(endedAt);
    return of(told.since(), told.before(), told.resumed());
  }

  /** What is told of it, or null for one that was never suspended. */
  public static @Nullable StandstillEntry of(
      @Nullable Instant since, Duration before, @Nullable Instant resumed) {
    return since == null && resumed == null && before.isZero()
        ? null
        : new StandstillEntry(since, before.toMillis() / 1e3, resumed);
  }

  /** How long it stood still until {@code now}. */
  public static Duration until(Instant now, @Nullable StandstillEntry entry) {
    if (entry == null) {
      return Duration.ZERO;
    }
    Duration before = Duration.ofMillis(Math.round(entry.seconds * 1000));
    return entry.since == null || !now.isAfter(entry.since)
        ? before
        : before.plus(Duration.between(entry.since, now));
  }

  /** When the limit ends it, unless it stands still and for longer than until now. */
  public static Instant end(Instant started, Duration limit, @Nullable StandstillEntry entry) {
    Instant counted = started.plus(limit);
    return entry == null ? counted : counted.plusMillis(Math.round(entry.seconds * 1000));
  }

  /**
   * When a job without standstills started that has run for as long, to tell the time of both in
   * one way.
   */
  public static @Nullable Instant begun(
      @Nullable Instant started, Instant now, @Nullable StandstillEntry entry) {
    return started == null || entry == null ? started : now.minus(ran(started, now, entry));
  }

  /** How long it ran of a time from its start to {@code now}: not while it stood still. */
  public static Duration ran(Instant started, Instant now, @Nullable StandstillEntry entry) {
    Duration ran = Duration.between(started, now).minus(until(now, entry));
    return ran.isNegative() ? Duration.ZERO : ran;
  }
}

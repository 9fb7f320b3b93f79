package io.pliant.core.sighting;

import io.pliant.core.power.Corridor;
import io.pliant.core.power.CorridorTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition's part of the power corridor, as it was told.
 *
 * @param table now and to come; null while nothing was told
 * @param version of the corridor that was told
 * @param since when it was asked for first, or null
 * @param impatient nothing was told for too long, so that rounds are held without
 * @param considered the bounds that the last round was held with, or null
 */
public record KnownBounds(
    @Nullable CorridorTable table,
    long version,
    @Nullable Instant since,
    boolean impatient,
    @Nullable Corridor considered) {
  /**
   * How long a partition that keeps the corridor waits for its bounds after a restart before it
   * starts jobs without any.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Nothing was told. */
  public static final KnownBounds NONE = new KnownBounds(null, -1, null, false, null);

  /** With what was told; the same object when it is no news. */
  public KnownBounds told(CorridorTable told, long ofVersion) {
    return ofVersion < version || told.equals(table)
        ? this
        : new KnownBounds(told, ofVersion, since, impatient, considered);
  }

  /** A round is wanted, by somebody who needs bounds. */
  KnownBounds asked(Instant now) {
    if (table != null || impatient) {
      return this;
    }
    Instant first = since == null ? now : since;
    boolean tooLong = Duration.between(first, now).compareTo(PATIENCE) > 0;
    return new KnownBounds(null, version, first, tooLong, considered);
  }

  /** True while no round is to be held by somebody who needs bounds. */
  boolean waits() {
    return table == null && !impatient;
  }

  /** A round is held with the bounds of now. */
  KnownBounds considered(Instant now) {
    return new KnownBounds(table, version, since, impatient, at(now));
  }

  /** The bounds that hold; null for none, or when they are not known. */
  public @Nullable Corridor at(Instant now) {
    return table == null ? null : table.at(now.toEpochMilli());
  }

  /** True when others hold than at the last round. */
  boolean changed(Instant now) {
    Corridor holds = at(now);
    return holds == null ? considered != null : !holds.equals(considered);
  }

  /** Time until the bounds change, or null when no change is known. */
  public @Nullable Duration untilChange(Instant now) {
    long millis = now.toEpochMilli();
    List<CorridorTable.Change> later = table == null ? List.of() : table.after(millis);
    return later.isEmpty() ? null : Duration.ofMillis(later.getFirst().at() - millis + 1);
  }
}

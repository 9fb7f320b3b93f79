package io.pliant.core.format;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations as Slurm's users read them. */
public final class TimeText {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private TimeText() {}

  /**
   * As in the queue: {@code 0:05}, {@code 12:34}, {@code 1:02:03}, {@code 2-01:02:03}; negative is
   * zero.
   */
  public static String compact(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds >= DAY) {
      return full(duration);
    }
    long minutes = seconds % HOUR / MINUTE;
    return seconds >= HOUR
        ? "%d:%02d:%02d".formatted(seconds / HOUR, minutes, seconds % MINUTE)
        : "%d:%02d".formatted(minutes, seconds % MINUTE);
  }

  /** As in accounting: {@code 00:00:05}, {@code 2-01:02:03}; negative is zero. */
  public static String full(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    String clock =
        "%02d:%02d:%02d".formatted(seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    return seconds >= DAY ? seconds / DAY + "-" + clock : clock;
  }

  /** A time limit in seconds: {@code infinite} for none, else as in the queue. */
  public static String limit(@Nullable Long seconds) {
    return seconds == null ? "infinite" : compact(Duration.ofSeconds(seconds));
  }

  /** For stop watches: {@code 0.42 s}, {@code 12.3 s}, {@code 3 min 05 s}. */
  public static String stopwatch(Duration duration) {
    long millis = Math.max(0, duration.toMillis());
    if (millis >= MINUTE * 1000) {
      return "%d min %02d s".formatted(millis / 60_000, millis / 1000 % MINUTE);
    }
    return millis >= 10_000
        ? "%d.%d s".formatted(millis / 1000, millis / 100 % 10)
        : "%d.%02d s".formatted(millis / 1000, millis / 10 % 100);
  }
}

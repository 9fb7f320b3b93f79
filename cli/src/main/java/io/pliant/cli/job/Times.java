package io.pliant.cli.job;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.core.format.StampFormat;
import io.pliant.core.option.ListVariables;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times in the zone of the user. */
public final class Times {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss");
  private static final StampFormat CHOSEN = ListVariables.times(System.getenv());
  private static final Pattern AGO =
      Pattern.compile("now-(\\d+)(seconds?|minutes?|hours?|days?|s|m|h|d)?");

  private Times() {}

  /**
   * As Slurm's commands print it, who look at {@code SLURM_TIME_FORMAT}; {@code Unknown} for null.
   */
  public static String slurm(@Nullable Instant instant) {
    return instant == null
        ? "Unknown"
        : CHOSEN.text(instant, ZoneId.systemDefault(), Instant.now());
  }

  /** As Slurm prints it unless it is told otherwise, or {@code Unknown} for null. */
  public static String local(@Nullable Instant instant) {
    return instant == null ? "Unknown" : LOCAL.format(instant.atZone(ZoneId.systemDefault()));
  }

  /**
   * Parses {@code 2026-01-31}, {@code 2026-01-31T12:00[:00]}, {@code 12:00}, {@code today}, {@code
   * now-2hours}.
   */
  public static Instant parse(String text, Instant now) {
    ZoneId zone = ZoneId.systemDefault();
    LocalDate today = LocalDate.ofInstant(now, zone);
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      return now.minus(ago(Long.parseLong(ago.group(1)), ago.group(2)));
    }
    try {
      if (text.equals("now")) {
        return now;
      }
      if (text.equals("today") || text.equals("midnight")) {
        return today.atStartOfDay(zone).toInstant();
      }
      if (text.endsWith("Z")) {
        return Instant.parse(text);
      }
      if (text.matches("\\d{1,2}:\\d{2}(:\\d{2})?")) {
        String padded = text.indexOf(':') == 1 ? "0" + text : text;
        return LocalDateTime.parse(today + "T" + padded).atZone(zone).toInstant();
      }
      return text.length() == 10
          ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
          : LocalDateTime.parse(text).atZone(zone).toInstant();
    } catch (DateTimeParseException e) {
      throw CommandFailure.usage(
          "Expected a time such as 2026-01-31, 2026-01-31T12:00, 12:00, today or now-2hours, but got '%s'."
              .formatted(text));
    }
  }

  private static Duration ago(long count, @Nullable String unit) {
    return switch (unit == null ? 's' : unit.charAt(0)) {
      case 'm' -> Duration.ofMinutes(count);
      case 'h' -> Duration.ofHours(count);
      case 'd' -> Duration.ofDays(count);
      default -> Duration.ofSeconds(count);
    };
  }
}

package io.pliant.core.format;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How {@code SLURM_TIME_FORMAT} has times written: {@code standard}, {@code relative} to today, or
 * by letters of {@code strftime} such as {@code %a %T}, in English.
 *
 * @param pattern what the variable says; empty for {@code standard}
 */
public record StampFormat(String pattern) {
  /** As in {@code 2026-01-31T12:00:00}. */
  public static final StampFormat STANDARD = new StampFormat("");

  private static final String RELATIVE = "relative";

  /** Slurm takes no longer one. */
  private static final int LONGEST = 31;

  private static final int NEXT_DAYS = 6;
  private static final int A_YEAR = 365;

  /** What the variable asks for; {@link #STANDARD} where it asks for nothing that there is. */
  public static StampFormat of(@Nullable String variable) {
    return variable == null || variable.equals("standard") || fault(variable) != null
        ? STANDARD
        : new StampFormat(variable);
  }

  /** What is wrong with the variable, or null. */
  public static @Nullable String fault(@Nullable String variable) {
    if (variable == null
        || variable.isEmpty()
        || variable.equals("standard")
        || variable.equals(RELATIVE)) {
      return null;
    }
    return variable.contains("%") && variable.length() <= LONGEST
        ? null
        : "invalid SLURM_TIME_FORMAT = '%s': expected standard, relative or letters of strftime such as '%%a %%T', at most %d characters"
            .formatted(variable, LONGEST);
  }

  /** The time as it is written in a zone, on the day of {@code now}. */
  public String text(Instant time, ZoneId zone, Instant now) {
    ZonedDateTime at = time.atZone(zone);
    if (pattern.isEmpty()) {
      return written("%FT%T", at);
    }
    return written(pattern.equals(RELATIVE) ? near(at, now.atZone(zone)) : pattern, at);
  }

  /** Slurm counts days as {@code YYYYddd}, and so 31 December is not the day before 1 January. */
  private static String near(ZonedDateTime at, ZonedDateTime now) {
    int distance = 1000 * (at.getYear() - now.getYear()) + at.getDayOfYear() - now.getDayOfYear();
    return switch (distance) {
      case -1 -> "Ystday %H:%M";
      case 0 -> "%H:%M:%S";
      case 1 -> "Tomorr %H:%M";
      default ->
          Math.abs(distance) > A_YEAR
              ? "%-d %b %Y"
              : distance < 0 || distance > NEXT_DAYS ? "%-d %b %H:%M" : "%a %H:%M";
    };
  }

  private static String written(String pattern, ZonedDateTime at) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char letter = pattern.charAt(i);
      if (letter != '%' || i + 1 == pattern.length()) {
        text.append(letter);
        continue;
      }
      boolean bare = pattern.charAt(i + 1) == '-' && i + 2 < pattern.length();
      i += bare ? 2 : 1;
      String value = value(pattern.charAt(i), at);
      text.append(bare ? value.replaceFirst("^[0 ]+(?=.)", "") : value);
    }
    return text.toString();
  }

  /** By one letter; one that is unknown stands for itself, as in the C library. */
  private static String value(char letter, ZonedDateTime at) {
    return switch (letter) {
      case 'a' -> java("EEE", at);
      case 'A' -> java("EEEE", at);
      case 'b', 'h' -> java("MMM", at);
      case 'B' -> java("MMMM", at);
      case 'c' -> written("%a %b %e %H:%M:%S %Y", at);
      case 'C' -> padded(at.getYear() / 100);
      case 'd' -> padded(at.getDayOfMonth());
      case 'D', 'x' -> java("MM/dd/yy", at);
      case 'e' -> "%2d".formatted(at.getDayOfMonth());
      case 'F' -> java("yyyy-MM-dd", at);
      case 'g' -> padded(at.get(IsoFields.WEEK_BASED_YEAR) % 100);
      case 'G' -> Integer.toString(at.get(IsoFields.WEEK_BASED_YEAR));
      case 'H' -> padded(at.getHour());
      case 'I' -> java("hh", at);
      case 'j' -> "%03d".formatted(at.getDayOfYear());
      case 'k' -> "%2d".formatted(at.getHour());
      case 'l' -> "%2d".formatted(at.get(ChronoField.CLOCK_HOUR_OF_AMPM));
      case 'm' -> padded(at.getMonthValue());
      case 'M' -> padded(at.getMinute());
      case 'n' -> "\n";
      case 'p' -> java("a", at);
      case 'P' -> java("a", at).toLowerCase(Locale.ROOT);
      case 'r' -> java("hh:mm:ss a", at);
      case 'R' -> java("HH:mm", at);
      case 's' -> Long.toString(at.toEpochSecond());
      case 'S' -> padded(at.getSecond());
      case 't' -> "\t";
      case 'T', 'X' -> java("HH:mm:ss", at);
      case 'u' -> Integer.toString(at.getDayOfWeek().getValue());
      case 'U' -> padded((at.getDayOfYear() + 6 - at.getDayOfWeek().getValue() % 7) / 7);
      case 'V' -> padded(at.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case 'w' -> Integer.toString(at.getDayOfWeek().getValue() % 7);
      case 'W' -> padded((at.getDayOfYear() + 6 - (at.getDayOfWeek().getValue() + 6) % 7) / 7);
      case 'y' -> padded(at.getYear() % 100);
      case 'Y' -> Integer.toString(at.getYear());
      case 'z' -> java("xx", at);
      case 'Z' -> java("zzz", at);
      case '%' -> "%";
      default -> "%" + letter;
    };
  }

  private static String java(String pattern, ZonedDateTime at) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at);
  }

  private static String padded(int number) {
    return "%02d".formatted(number);
  }
}

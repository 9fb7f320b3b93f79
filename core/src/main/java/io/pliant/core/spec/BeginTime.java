package io.pliant.core.spec;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Slurm's forms of the earliest start of a job. */
public final class BeginTime {

  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      "now, now+1hour, 16:00, noon, midnight, today, tomorrow, 2027-01-31 or 2027-01-31T08:00:00";

  private static final Pattern FROM_NOW =
      Pattern.compile("now(?:\\s*\\+\\s*(\\d{1,9})\\s*([a-z]*))?");
  private static final Pattern CLOCK = Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(am|pm)?");
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
  private static final int DAYS_PER_WEEK = 7;

  private final LocalDate today;
  private @Nullable LocalDate date;
  private @Nullable LocalTime time;

  private BeginTime(LocalDate today) {
    this.today = today;
  }

  /**
   * Reads a time. A time of day without a day is the next such time; a day without a time begins at
   * midnight; a time that has passed is allowed and means at once.
   *
   * @param now the present
   * @param zone zone of days and times of day
   * @throws IllegalArgumentException naming the text when it is none of the forms
   */
  public static Instant parse(String text, Instant now, ZoneId zone) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    Matcher fromNow = FROM_NOW.matcher(lower);
    if (fromNow.matches()) {
      Duration delay = delay(fromNow);
      if (delay == null) {
        throw wrong(text);
      }
      return now.plus(delay);
    }
    BeginTime begin = new BeginTime(now.atZone(zone).toLocalDate());
    try {
      for (String word : lower.replaceFirst("^(\\d{4}-\\d{1,2}-\\d{1,2})t", "$1 ").split("\\s+")) {
        if (!begin.read(word)) {
          throw wrong(text);
        }
      }
    } catch (DateTimeException _) {
      throw wrong(text);
    }
    return begin.next(now, zone);
  }

  private static @Nullable Duration delay(Matcher fromNow) {
    if (fromNow.group(1) == null) {
      return Duration.ZERO;
    }
    long count = Long.parseLong(fromNow.group(1));
    return switch (fromNow.group(2)) {
      case "", "s", "sec", "secs", "second", "seconds" -> Duration.ofSeconds(count);
      case "min", "mins", "minute", "minutes" -> Duration.ofMinutes(count);
      case "h", "hour", "hours" -> Duration.ofHours(count);
      case "day", "days" -> Duration.ofDays(count);
      case "week", "weeks" -> Duration.ofDays(DAYS_PER_WEEK * count);
      default -> null;
    };
  }

  /** Takes one word as the day or the time of day; false when it is neither or one too many. */
  private boolean read(String word) {
    LocalDate day = day(word);
    LocalTime clock = day == null ? clock(word) : null;
    if (day != null && date == null) {
      date = day;
      return true;
    }
    if (clock != null && time == null) {
      time = clock;
      return true;
    }
    return false;
  }

  private @Nullable LocalDate day(String word) {
    Matcher matcher = DATE.matcher(word);
    if (matcher.matches()) {
      return LocalDate.of(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)));
    }
    return switch (word) {
      case "today" -> today;
      case "tomorrow" -> today.plusDays(1);
      default -> null;
    };
  }

  private static @Nullable LocalTime clock(String word) {
    Matcher matcher = CLOCK.matcher(word);
    if (matcher.matches()) {
      int hour = Integer.parseInt(matcher.group(1));
      int second = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
      return LocalTime.of(
          ofDay(hour, matcher.group(4)), Integer.parseInt(matcher.group(2)), second);
    }
    return switch (word) {
      case "midnight" -> LocalTime.MIDNIGHT;
      case "noon" -> LocalTime.NOON;
      case "fika" -> LocalTime.of(15, 0);
      case "teatime" -> LocalTime.of(16, 0);
      default -> null;
    };
  }

  private static int ofDay(int hour, @Nullable String half) {
    if (half == null) {
      return hour;
    }
    if (hour < 1 || hour > 12) {
      throw new DateTimeException("Expected an hour of 1 to 12 with am or pm, but got " + hour);
    }
    return hour % 12 + (half.equals("pm") ? 12 : 0);
  }

  private Instant next(Instant now, ZoneId zone) {
    LocalDate day = date == null ? today : date;
    LocalTime clock = time == null ? LocalTime.MIDNIGHT : time;
    ZonedDateTime begin = ZonedDateTime.of(day, clock, zone);
    boolean passed = date == null && !begin.toInstant().isAfter(now);
    return (passed ? ZonedDateTime.of(day.plusDays(1), clock, zone) : begin).toInstant();
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "Expected a time as %s, but got '%s'.".formatted(FORMS, text));
  }
}

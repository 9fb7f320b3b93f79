package io.pliant.core.spec;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's forms of a time limit, both ways. */
public final class TimeLimit {

  /** No limit: a hundred years, which can be added to any present time. */
  public static final Duration UNLIMITED = Duration.ofDays(36_500);

  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      "minutes, min:sec, h:min:sec, days-h, days-h:min, days-h:min:sec or UNLIMITED";

  private static final List<String> NO_LIMIT = List.of("UNLIMITED", "INFINITE", "-1");
  private static final Pattern SHORT =
      Pattern.compile("(\\d{1,9})(?::(\\d{1,9}))?(?::(\\d{1,9}))?");
  private static final Pattern DAYS =
      Pattern.compile("(\\d{1,9})-(\\d{1,9})(?::(\\d{1,9}))?(?::(\\d{1,9}))?");

  private TimeLimit() {}

  /**
   * Reads a limit; 0, -1, INFINITE and UNLIMITED are {@link #UNLIMITED}.
   *
   * @throws IllegalArgumentException naming the text when it is none of the forms
   */
  public static Duration parse(String text) {
    String limit = text.strip();
    if (NO_LIMIT.contains(limit.toUpperCase(Locale.ROOT))) {
      return UNLIMITED;
    }
    Matcher matcher = SHORT.matcher(limit);
    if (matcher.matches()) {
      return limited(ofShortForm(matcher), text);
    }
    matcher = DAYS.matcher(limit);
    if (matcher.matches()) {
      long minutes = (number(matcher, 1) * 24 + number(matcher, 2)) * 60 + number(matcher, 3);
      return limited(minutes * 60 + number(matcher, 4), text);
    }
    throw new IllegalArgumentException(
        "Expected a time limit as %s, but got '%s'.".formatted(FORMS, text));
  }

  private static long ofShortForm(Matcher matcher) {
    if (matcher.group(3) != null) {
      return (number(matcher, 1) * 60 + number(matcher, 2)) * 60 + number(matcher, 3);
    }
    return number(matcher, 1) * 60 + number(matcher, 2);
  }

  private static long number(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }

  private static Duration limited(long seconds, String text) {
    if (seconds >= UNLIMITED.toSeconds()) {
      throw new IllegalArgumentException(
          "Expected a time limit of less than %d days, or UNLIMITED, but got '%s'."
              .formatted(UNLIMITED.toDays(), text));
    }
    return seconds == 0 ? UNLIMITED : Duration.ofSeconds(seconds);
  }

  /** Writes a limit as {@code [days-]hh:mm:ss}, or UNLIMITED; parts of a second are cut off. */
  public static String format(Duration limit) {
    if (limit.compareTo(UNLIMITED) >= 0) {
      return "UNLIMITED";
    }
    String clock =
        "%02d:%02d:%02d"
            .formatted(limit.toHoursPart(), limit.toMinutesPart(), limit.toSecondsPart());
    return limit.toDays() == 0 ? clock : limit.toDays() + "-" + clock;
  }
}

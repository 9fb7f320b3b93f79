package io.pliant.core.spec;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A signal that a job gets some time before its limit, so that it can save its work.
 *
 * @param signal number, 1 to 64
 * @param seconds before the limit, at most {@value #MOST_SECONDS}; at once when the limit is nearer
 * @param scriptAlone whether its script gets it, and no other process; else the tasks of its steps
 */
public record EarlyWarning(int signal, int seconds, boolean scriptAlone) {
  /** Seconds before the limit; Slurm's bound. */
  public static final int MOST_SECONDS = 65_535;

  /** The forms that {@link #parse} reads, for messages. */
  public static final String FORMS =
      "a signal and seconds before the limit, as USR1@90, or B:USR1@90 for the script alone";

  private static final int USUAL_SECONDS = 60;
  private static final Pattern FORM =
      Pattern.compile("(?:([RrBb]{1,2}):)?([A-Za-z0-9+]{1,12})(?:@(\\d{1,5}))?");

  public EarlyWarning {
    if (signal < 1 || signal > SignalNumber.LARGEST || seconds < 0 || seconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          "Expected a signal from 1 to %d and 0 to %d seconds, but got %d and %d."
              .formatted(SignalNumber.LARGEST, MOST_SECONDS, signal, seconds));
    }
  }

  /**
   * Reads {@code [{R|B}:]SIGNAL[@SECONDS]}; R, which lets a job begin before a reservation ends,
   * changes nothing.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static EarlyWarning parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Expected %s, but got '%.40s'.".formatted(FORMS, text));
    }
    String who = matcher.group(1);
    String seconds = matcher.group(3);
    return new EarlyWarning(
        SignalNumber.parse(matcher.group(2)),
        seconds == null ? USUAL_SECONDS : Integer.parseInt(seconds),
        who != null && who.toUpperCase(Locale.ROOT).contains("B"));
  }
}

package io.pliant.core.job;

import io.pliant.core.id.JobId;
import io.pliant.core.job.JobState.Phase;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A job that is none: its submission repeats that of another one, which stands for it. Its reason
 * in the journal names that one, for whoever asks again because the answer was lost.
 */
public final class Repetition {
  private static final Pattern REASON =
      Pattern.compile("The same submission was accepted as job (\\d{1,18})\\.");

  private Repetition() {}

  /** The reason of a job that repeats another one. */
  static String reason(JobId original) {
    return "The same submission was accepted as job " + original + ".";
  }

  /** The job that stands for this one, or null for one that stands for itself. */
  public static @Nullable JobId original(JobState state) {
    Completion end = state.phase() == Phase.REFUSED ? state.completion() : null;
    Matcher matcher = REASON.matcher(end == null ? "" : String.valueOf(end.reason()));
    return matcher.matches() ? JobId.parse(matcher.group(1)) : null;
  }
}

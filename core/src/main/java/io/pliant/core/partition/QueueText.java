package io.pliant.core.partition;

import java.util.Locale;

/**
 * What somebody types to find a job: a part of its name, of its user's name, or the beginning of
 * its number. Capital letters count as small ones.
 *
 * @param text empty for all jobs
 */
public record QueueText(String text) {
  /** All jobs. */
  public static final QueueText ALL = new QueueText("");

  /** Longest text. */
  public static final int LONGEST = 100;

  public QueueText {
    text = text.strip().toLowerCase(Locale.ROOT);
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "Expected at most %d characters, but got %d.".formatted(LONGEST, text.length()));
    }
  }

  /** True when a job is found by it. */
  public boolean takes(QueuedJob job) {
    return text.isEmpty()
        || holds(job.name())
        || holds(job.user())
        || job.job().toString().startsWith(text)
        || (job.element() != null && job.element().text().startsWith(text));
  }

  private boolean holds(String name) {
    return name.toLowerCase(Locale.ROOT).contains(text);
  }
}

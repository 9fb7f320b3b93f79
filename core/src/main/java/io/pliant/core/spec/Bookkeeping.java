package io.pliant.core.spec;

import org.jspecify.annotations.Nullable;

/**
 * Under which names a site counts a job; kept and shown, and without effect on when it runs.
 *
 * @param account who pays, or null
 * @param qos quality of service asked for, or null
 * @param wckey what the work is for, or null
 */
public record Bookkeeping(@Nullable String account, @Nullable String qos, @Nullable String wckey) {
  /** Longest of these words, in characters. */
  public static final int LONGEST = 255;

  /** This, or null when nothing is named. */
  public @Nullable Bookkeeping orNull() {
    return account == null && qos == null && wckey == null ? null : this;
  }
}

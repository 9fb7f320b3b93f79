package io.pliant.journal;

import org.jspecify.annotations.Nullable;

/** The journal cannot be used as it is on this disk; the message names the place and the remedy. */
public final class JournalRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** For the packages of the journal. */
  public JournalRefused(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

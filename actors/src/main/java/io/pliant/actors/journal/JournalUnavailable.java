package io.pliant.actors.journal;

import org.jspecify.annotations.Nullable;

/** The journal cannot be opened; the message names the place, the cause and the remedy. */
public final class JournalUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** For the packages of the journal. */
  public JournalUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.pliant.journal;

import org.jspecify.annotations.Nullable;

/** A change was not acknowledged; whether it is durable all the same is unknown. */
public final class JournalWriteFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** For the packages of the journal. */
  public JournalWriteFailed(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.pliant.journal.store;

import org.jspecify.annotations.Nullable;

/** The state on disk cannot be read or written; the message names the place and the cause. */
public final class StoreFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

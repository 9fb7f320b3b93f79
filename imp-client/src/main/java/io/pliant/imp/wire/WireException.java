package io.pliant.imp.wire;

import java.io.Serial;

/** A line that breaks the adapt protocol; the message says what was expected. */
public final class WireException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** A fault found by looking at the line. */
  public WireException(String message) {
    super(message);
  }

  /** A fault found by reading a value. */
  public WireException(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.pliant.imp.comm;

import java.io.Serial;

/** A task of the group ended or cannot be reached; the communicator is of no more use. */
public final class PeerGoneException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Says which task is gone and how that was seen. */
  public PeerGoneException(String message) {
    super(message);
  }
}

package io.pliant.actors.wire;

/** Bytes that are no frame of the agent protocol; the connection they came from is to be closed. */
public final class MalformedFrame extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedFrame(String message, Throwable cause) {
    super(message, cause);
  }

  MalformedFrame(String message) {
    super(message);
  }
}

package io.pliant.runtime.frames;

/**
 * The peer sent something that is no frame, is too large, too slow or too much; it ends the
 * connection.
 */
public final class FrameRefused extends RuntimeException {
  private static final long serialVersionUID = 1;

  FrameRefused(String message) {
    super(message, null, false, false);
  }
}

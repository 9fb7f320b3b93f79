package io.pliant.runtime.frames;

/** This side ended the connection without waiting for what was still to be written. */
public final class ConnectionAborted extends RuntimeException {
  private static final long serialVersionUID = 1;

  ConnectionAborted() {
    super("aborted by this side", null, false, false);
  }
}

package io.pliant.runtime.controller;

/** The controller cannot start; the message names the cause and the remedy in one line. */
public final class BootFailure extends Exception {
  private static final long serialVersionUID = 1L;

  public BootFailure(String message) {
    super(message);
  }

  public BootFailure(String message, Throwable cause) {
    super(message, cause);
  }
}

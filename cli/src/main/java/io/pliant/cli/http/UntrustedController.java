package io.pliant.cli.http;

import java.net.ConnectException;

/** The other end is not a controller that can be trusted; nothing was sent to it. */
final class UntrustedController extends ConnectException {
  private static final long serialVersionUID = 1L;

  UntrustedController(String message, Exception cause) {
    super(message);
    initCause(cause);
  }
}

package io.pliant.sim.trace;

/** A workload that cannot be used as it is; the message names the place and the remedy. */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TraceException(String message) {
    super(message);
  }
}

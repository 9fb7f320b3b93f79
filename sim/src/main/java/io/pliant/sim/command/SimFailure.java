package io.pliant.sim.command;

/** Ends a command with a message for the user and an exit code. */
public final class SimFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Exit code: the command line or an input makes no sense. */
  public static final int MISUSE = 2;

  /** Exit code: something that was asked for could not be done, or does not hold. */
  public static final int FAILED = 1;

  private final int exitCode;

  private SimFailure(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /** What was asked for makes no sense. */
  public static SimFailure misuse(String message) {
    return new SimFailure(message, MISUSE);
  }

  /** What was asked for could not be done, or does not hold. */
  public static SimFailure failed(String message) {
    return new SimFailure(message, FAILED);
  }

  public int exitCode() {
    return exitCode;
  }
}

package io.pliant.cli.invocation;

/** Ends a command with a message for the user and an exit code. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Something that was asked for could not be done. */
  public static final int OPERATIONAL = 1;

  /** The command line makes no sense. */
  public static final int USAGE = 2;

  private final int exitCode;

  private CommandFailure(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  public static CommandFailure operational(String message) {
    return new CommandFailure(message, OPERATIONAL);
  }

  public static CommandFailure usage(String message) {
    return new CommandFailure(message, USAGE);
  }

  public int exitCode() {
    return exitCode;
  }
}

package io.pliant.cli.http;

/** A controller answered, and the answer is no. */
public final class ApiRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  ApiRefusal(int status, String message) {
    super(message);
    this.status = status;
  }

  /** HTTP status of the answer. */
  public int status() {
    return status;
  }
}

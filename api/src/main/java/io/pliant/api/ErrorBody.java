package io.pliant.api;

/** The body of every error: {@code {"error":{"status":404,"code":"NOT_FOUND","message":"..."}}}. */
public record ErrorBody(Detail error) {
  /** What went wrong, with its HTTP status. */
  public record Detail(int status, String code, String message) {}

  /** The body of one error. */
  public static ErrorBody of(int status, String code, String message) {
    return new ErrorBody(new Detail(status, code, message));
  }
}

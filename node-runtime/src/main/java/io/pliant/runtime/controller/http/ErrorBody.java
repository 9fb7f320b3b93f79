package io.pliant.runtime.controller.http;

/** The body of every error: {@code {"error":{"status":404,"code":"NOT_FOUND","message":"..."}}}. */
record ErrorBody(Detail error) {
  record Detail(int status, String code, String message) {}

  static ErrorBody of(int status, String code, String message) {
    return new ErrorBody(new Detail(status, code, message));
  }
}

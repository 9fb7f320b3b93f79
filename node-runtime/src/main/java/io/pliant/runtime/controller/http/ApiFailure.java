package io.pliant.runtime.controller.http;

import io.pliant.core.id.Refusal;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A request that ends with an error status; the message is for the client. */
final class ApiFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final @Nullable String allow;

  ApiFailure(int status, String code, String message) {
    this(status, code, message, null);
  }

  private ApiFailure(int status, String code, String message, @Nullable String allow) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.allow = allow;
  }

  static ApiFailure method(String method, Collection<String> allowed) {
    String allow = String.join(", ", allowed);
    return new ApiFailure(
        405, "WRONG_METHOD", "Expected " + allow + " here, but got " + method + ".", allow);
  }

  static ApiFailure invalid(String message) {
    return new ApiFailure(400, "INVALID", message);
  }

  static ApiFailure forbidden(String message) {
    return new ApiFailure(403, "FORBIDDEN", message);
  }

  static ApiFailure unavailable(String message) {
    return new ApiFailure(503, "UNAVAILABLE", message);
  }

  static ApiFailure of(Refusal refusal) {
    int status =
        switch (refusal.kind()) {
          case NOT_FOUND -> 404;
          case FORBIDDEN -> 403;
          case INVALID -> 400;
          case CONFLICT -> 409;
          case UNAVAILABLE -> 503;
          case BUSY -> 429;
        };
    return new ApiFailure(status, refusal.kind().name(), refusal.reason());
  }

  int status() {
    return status;
  }

  /** One word in capitals, stable for programs. */
  String code() {
    return code;
  }

  /** Value of the Allow header, or null when there is none. */
  @Nullable String allow() {
    return allow;
  }

  String text() {
    String message = getMessage();
    return message == null ? code : message;
  }
}

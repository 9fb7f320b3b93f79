package io.pliant.actors.api;

import java.util.function.Function;

/** A typed answer of the domain: what was asked for, or why not. */
public sealed interface Answer<T> {
  record Accepted<T>(T value) implements Answer<T> {}

  /**
   * @param reason a sentence for the user: what was expected, what was found, what to do
   */
  record Rejected<T>(Rejection rejection, String reason) implements Answer<T> {}

  /** What was asked for, seen otherwise; a refusal stays one. */
  default <R> Answer<R> map(Function<? super T, ? extends R> view) {
    return switch (this) {
      case Accepted<T>(T value) -> new Accepted<>(view.apply(value));
      case Rejected<T>(Rejection rejection, String reason) -> new Rejected<>(rejection, reason);
    };
  }

  /** Kinds of refusal, each with one HTTP status. */
  enum Rejection {
    NOT_FOUND,
    FORBIDDEN,
    INVALID,
    CONFLICT,
    UNAVAILABLE
  }
}

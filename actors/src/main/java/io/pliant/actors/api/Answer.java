package io.pliant.actors.api;

/** A typed answer of the domain: what was asked for, or why not. */
public sealed interface Answer<T> {
  record Accepted<T>(T value) implements Answer<T> {}

  /**
   * @param reason a sentence for the user: what was expected, what was found, what to do
   */
  record Rejected<T>(Rejection rejection, String reason) implements Answer<T> {}

  /** Kinds of refusal, each with one HTTP status. */
  enum Rejection {
    NOT_FOUND,
    FORBIDDEN,
    INVALID,
    CONFLICT,
    UNAVAILABLE
  }
}

package io.pliant.core.id;

/**
 * A no to what was asked: made where it is decided, and passed on as it is to whoever asked.
 *
 * @param kind what kind of no; the HTTP API has a status for each
 * @param reason a sentence for the user: what was expected, what was found, what to do
 */
public record Refusal(Kind kind, String reason) {
  /** Kinds of refusal. */
  public enum Kind {
    /** What was named does not exist. */
    NOT_FOUND,
    /** Who asks may not. */
    FORBIDDEN,
    /** What is asked can never be. */
    INVALID,
    /** What is asked cannot be as things stand. */
    CONFLICT,
    /** It cannot be decided now; the same may be asked again later. */
    UNAVAILABLE,
    /** It will be possible when others have ended; the same may be asked again then. */
    BUSY
  }

  public static Refusal notFound(String reason) {
    return new Refusal(Kind.NOT_FOUND, reason);
  }

  public static Refusal forbidden(String reason) {
    return new Refusal(Kind.FORBIDDEN, reason);
  }

  public static Refusal invalid(String reason) {
    return new Refusal(Kind.INVALID, reason);
  }

  public static Refusal conflict(String reason) {
    return new Refusal(Kind.CONFLICT, reason);
  }

  public static Refusal unavailable(String reason) {
    return new Refusal(Kind.UNAVAILABLE, reason);
  }

  public static Refusal busy(String reason) {
    return new Refusal(Kind.BUSY, reason);
  }
}

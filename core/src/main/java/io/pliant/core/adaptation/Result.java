package io.pliant.core.adaptation;

/** How an adaptation ended. Each has exactly one. */
public enum Result {
  /** As intended. */
  COMMITTED,
  /** With less than was offered. */
  COMMITTED_IN_PART,
  /** The program said no. */
  REFUSED,
  /** The program named another size; it is in the reason. */
  COUNTERED,
  /** Taken back before its window. */
  WITHDRAWN,
  /** Given up in its window, or for want of tasks to join. */
  ABORTED,
  /** Its deadline came first. */
  EXPIRED;

  /** True when the program has another size now. */
  public boolean committed() {
    return this == COMMITTED || this == COMMITTED_IN_PART;
  }

  /** The word of the adapt protocol. */
  public String wire() {
    return switch (this) {
      case COMMITTED, COMMITTED_IN_PART -> "committed";
      case ABORTED -> "aborted";
      case EXPIRED -> "expired";
      case REFUSED, COUNTERED, WITHDRAWN -> "withdrawn";
    };
  }
}

package io.pliant.imp.testkit;

import io.pliant.imp.AdaptationKind;
import java.util.List;

/**
 * How an adaptation ended; there is exactly one for each.
 *
 * @param adaptation its number
 * @param kind what it was to do
 * @param result how it ended
 * @param changed nodes that came or went; empty unless it was committed
 * @param size the job's nodes afterwards
 * @param reason why it did not come through; else empty
 */
public record Report(
    int adaptation,
    AdaptationKind kind,
    Result result,
    List<String> changed,
    int size,
    String reason) {
  /** The outcomes. */
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
    EXPIRED
  }
}

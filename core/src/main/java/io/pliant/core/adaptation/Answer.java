package io.pliant.core.adaptation;

/**
 * What a program said to an offer.
 *
 * @param number the adaptation
 * @param nodes with PART how many of those offered, with COUNTER how many it would take
 * @param reason for people; may be empty
 */
public record Answer(int number, Verdict verdict, int nodes, String reason) {
  /** Yes, some of it, another size, no, or as was said at submission. */
  public enum Verdict {
    ACCEPT,
    PART,
    COUNTER,
    REFUSE,
    DEFAULT
  }
}

package io.pliant.imp;

/**
 * A program's answer to an {@link Offer}.
 *
 * @param verdict what it says
 * @param nodes the nodes meant by {@code PART} and {@code COUNTER}; else 0
 * @param reason why it refuses; else empty
 */
public record Answer(Verdict verdict, int nodes, String reason) {
  /** What an answer says. */
  public enum Verdict {
    /** Do as offered. */
    ACCEPT,
    /** Do less of it: that many of the nodes. */
    PART,
    /** Not this, but that many nodes would do: the scheduler may offer anew. */
    COUNTER,
    /** No. */
    REFUSE,
    /** As the job's {@code --on-offer} says. */
    DEFAULT
  }

  /** Checks that a number of nodes comes with the verdicts that need one. */
  public Answer {
    boolean counted = verdict == Verdict.PART || verdict == Verdict.COUNTER;
    if (counted ? nodes < 1 : nodes != 0) {
      throw new IllegalArgumentException(
          "Expected "
              + (counted ? "at least one node" : "no number of nodes")
              + " with "
              + verdict
              + ", but got "
              + nodes
              + ".");
    }
  }

  /** Do as offered. */
  public static Answer accept() {
    return new Answer(Verdict.ACCEPT, 0, "");
  }

  /** Do it with that many of the offered nodes. */
  public static Answer part(int nodes) {
    return new Answer(Verdict.PART, nodes, "");
  }

  /** Refuse, and say which change in nodes would be welcome. */
  public static Answer counter(int nodes) {
    return new Answer(Verdict.COUNTER, nodes, "");
  }

  /** Refuse. */
  public static Answer refuse(String reason) {
    return new Answer(Verdict.REFUSE, 0, reason);
  }

  /** Leave it to what was said when the job was submitted. */
  public static Answer byDefault() {
    return new Answer(Verdict.DEFAULT, 0, "");
  }
}

package io.pliant.cli.drill.history;

/**
 * Two observations that may not both be.
 *
 * @param client who made the second
 * @param first what was observed first, with its time
 * @param second what does not fit it, with its time
 */
public record Violation(Kind kind, long job, String client, String first, String second) {
  /** Which rule is broken. */
  public enum Kind {
    LOST("acknowledged, but it never started"),
    TWICE("one attempt started twice"),
    RESTARTED("it was started again although no node was lost"),
    UNACKNOWLEDGED("it ran, but nobody was told its number"),
    DOUBLED_KEY("one submission key, two jobs"),
    REUSED_NUMBER("one number, two submissions"),
    BACKWARDS("a read went back in time"),
    CANCEL_IGNORED("its cancel was acknowledged, but it ran on"),
    END_CHANGED("how it ended has changed");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** What is wrong. */
    public String words() {
      return words;
    }
  }

  /** One line for people. */
  public String line() {
    return "job %d: %s. %s; then, by %s, %s.".formatted(job, kind.words(), first, client, second);
  }
}

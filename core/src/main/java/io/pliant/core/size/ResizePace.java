package io.pliant.core.size;

/**
 * How long resizes take in a partition, in proportion to {@link ResizeCost#GUESS}: a running mean
 * over about the last 16. It counts from the order to the end, so the wait for the program's
 * adaptation window is in it.
 *
 * @param factor mean of what resizes took over what was guessed
 * @param count resizes that were seen
 */
public record ResizePace(double factor, long count) {
  /** Nothing has been seen yet: the guess is what is known. */
  public static final ResizePace UNKNOWN = new ResizePace(1, 0);

  private static final int OVER = 16;
  private static final double LEAST = 0.01;
  private static final double MOST = 10_000;

  public ResizePace {
    if (!(factor >= LEAST && factor <= MOST && count >= 0)) {
      throw new IllegalArgumentException(
          "Expected a factor between %s and %s and no negative count, but got %s and %s."
              .formatted(LEAST, MOST, factor, count));
    }
  }

  /** The same after a resize between these sizes that took so long. */
  public ResizePace after(int from, int to, long millis) {
    long guessed = ResizeCost.GUESS.millis(from, to, 0);
    if (guessed == 0 || millis < 0) {
      return this;
    }
    double seen = Math.clamp((double) millis / guessed, LEAST, MOST);
    return new ResizePace(factor + (seen - factor) / Math.min(count + 1, OVER), count + 1);
  }

  /** What a resize is expected to cost. */
  public ResizeCost cost() {
    return new ResizeCost(
        Math.round(ResizeCost.GUESS.baseMillis() * factor),
        Math.round(ResizeCost.GUESS.perNodeMillis() * factor),
        0);
  }
}

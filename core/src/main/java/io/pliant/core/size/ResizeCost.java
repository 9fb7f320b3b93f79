package io.pliant.core.size;

/**
 * How long a job stands still when it changes size.
 *
 * @param baseMillis for any change: reaching the window, a new communicator
 * @param perNodeMillis for each node that joins or leaves: starting and ending tasks
 * @param perGigabyteMillis for each gigabyte that one node has to send or receive
 */
public record ResizeCost(long baseMillis, long perNodeMillis, double perGigabyteMillis) {
  /** For programs that start a JVM, as long as no resize has been measured. */
  public static final ResizeCost GUESS = new ResizeCost(500, 100, 0);

  /** As good as no cost. */
  public static final ResizeCost NONE = new ResizeCost(0, 0, 0);

  /**
   * Milliseconds for a change of size: at least 1, so that no adaptation is over in the instant in
   * which it begins, and 0 for none. Of the job's data the share that the smaller group lacks is
   * moved, evenly by the nodes of the smaller group.
   */
  public long millis(int from, int to, double gigabytes) {
    int small = Math.min(from, to);
    int large = Math.max(from, to);
    double moved = gigabytes * (large - small) / large / small;
    long pause =
        baseMillis + perNodeMillis * (large - small) + Math.round(moved * perGigabyteMillis);
    return from == to ? 0 : Math.max(1, pause);
  }
}

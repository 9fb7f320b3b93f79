package io.pliant.runtime.frames;

import java.time.Duration;

/** For how long the other end of a connection may say nothing before it counts as gone. */
public final class Silence {
  private static final int INTERVALS = 10;

  private Silence() {}

  /**
   * So many heartbeats may be missed, but it is never short.
   *
   * @param shortest what is forgiven at any rate
   * @param heartbeatMillis interval of heartbeats, any number
   */
  public static Duration forgiven(Duration shortest, int heartbeatMillis) {
    Duration wanted = Duration.ofMillis(heartbeatMillis).multipliedBy(INTERVALS);
    return wanted.compareTo(shortest) > 0 ? wanted : shortest;
  }
}

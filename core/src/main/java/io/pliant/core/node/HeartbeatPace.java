package io.pliant.core.node;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often a node is heard of. While something runs there its heartbeats come as the controllers
 * want them. A node at rest is disturbed rarely: often enough to be missed as soon as any other.
 *
 * @param busy interval while something runs there
 * @param rest interval at rest, at least {@code busy}
 */
public record HeartbeatPace(Duration busy, Duration rest) {
  /** Heartbeats at rest in the time after which a silent node counts as lost. */
  private static final int IN_TIMEOUT = 3;

  /**
   * Heartbeats at rest after whose time a connection counts as broken: its node is not lost yet.
   */
  private static final int MISSED = 2;

  /**
   * As a controller wants it.
   *
   * @param nodeTimeoutMillis silence after which a node counts as lost, or null when that is not
   *     told; then there is no rest
   */
  public static HeartbeatPace told(Duration busy, @Nullable Integer nodeTimeoutMillis) {
    Duration part =
        nodeTimeoutMillis == null
            ? busy
            : Duration.ofMillis(nodeTimeoutMillis).dividedBy(IN_TIMEOUT);
    return new HeartbeatPace(busy, part.compareTo(busy) > 0 ? part : busy);
  }

  /** The same for an agent that never rests. */
  public HeartbeatPace restless() {
    return new HeartbeatPace(busy, busy);
  }

  /** Whether a node at rest is heard of more rarely than others. */
  public boolean rests() {
    return rest.compareTo(busy) > 0;
  }

  /** Silence that says nothing, of a node at rest. */
  public Duration patience() {
    return rest.multipliedBy(MISSED);
  }
}

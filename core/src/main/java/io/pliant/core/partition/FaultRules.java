package io.pliant.core.partition;

import java.time.Duration;

/**
 * When a node is closed for what it could not do.
 *
 * @param closeAfter faults within {@code within} after which it is closed
 * @param within time for which a fault counts, and for which a node whose probes find nothing stays
 *     closed
 */
public record FaultRules(int closeAfter, Duration within) {
  /** What reference.conf has, for those who read no configuration; a test compares them. */
  public static final FaultRules USUAL = new FaultRules(3, Duration.ofMinutes(10));

  /** Most faults that may be asked for. */
  public static final int MOST = 100;
}

package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.Health;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How the node is: probed now and then, at once when a step could not be started through its fault,
 * and often until a probe passes again. Not thread-safe.
 */
final class NodeHealth {
  static final Duration WHILE_WELL = Duration.ofSeconds(60);
  static final Duration WHILE_ILL = Duration.ofSeconds(5);
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Looks at the node; more closely when it is in doubt. */
  interface Probe {
    /** What it found; may take long. */
    Health run(boolean inDoubt);
  }

  private final Probe probe;
  private final Consumer<Health> done;
  private final LongSupplier nanos;
  private long dueNanos;
  private long begunNanos;
  private boolean underWay;
  private @Nullable Health known;

  /**
   * Health of a node of which nothing is known.
   *
   * @param probe looks; called on a thread of its own
   * @param done gets what it found, on that thread
   * @param first time until the first look
   */
  NodeHealth(Probe probe, Consumer<Health> done, LongSupplier nanos, Duration first) {
    this.probe = probe;
    this.done = done;
    this.nanos = nanos;
    this.dueNanos = nanos.getAsLong() + first.toNanos();
  }

  /**
   * Time until the first look. Hundreds of nodes of one process are not all probed in the same
   * instant.
   */
  static Duration firstLook(NodeName node, boolean emulated) {
    return emulated
        ? Duration.ofMillis(Math.floorMod(node.hashCode(), WHILE_WELL.toMillis()))
        : Duration.ZERO;
  }

  /** What is known, or null when nothing is. */
  @Nullable Health known() {
    return known;
  }

  /** True when the last look found it well. */
  boolean well() {
    Health now = known;
    return now != null && now.trouble() == null;
  }

  /** Looks when it is time to; to be called at each heartbeat. */
  void beat() {
    long now = nanos.getAsLong();
    if (underWay) {
      if (now - begunNanos > PATIENCE.toNanos()) {
        known =
            new Health(
                "Expected the probe of its folder to come back within %d s, but it did not."
                    .formatted(PATIENCE.toSeconds()));
      }
    } else if (now - dueNanos >= 0) {
      begin(now, known != null && known.trouble() != null);
    }
  }

  /** Something failed that hints at the node: looks at once. */
  void suspect() {
    if (!underWay) {
      begin(nanos.getAsLong(), true);
    }
  }

  /** Takes in what a probe found; true when the controller is to hear of it at once. */
  boolean found(Health health) {
    boolean news = known == null || (known.trouble() == null) != (health.trouble() == null);
    known = health;
    underWay = false;
    Duration pause = health.trouble() == null ? WHILE_WELL : WHILE_ILL;
    dueNanos = nanos.getAsLong() + pause.toNanos();
    return news;
  }

  private void begin(long now, boolean inDoubt) {
    underWay = true;
    begunNanos = now;
    Thread.ofVirtual().name("node-probe").start(() -> done.accept(probe.run(inDoubt)));
  }
}

package io.pliant.runtime.node;

import io.pliant.core.node.HeartbeatPace;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * When the next heartbeat is due. At rest each pause is a little longer or shorter, so that the
 * nodes of a large job are not disturbed together. Not thread-safe.
 */
final class HeartbeatTimer {
  private static final double JITTER = 0.1;

  private final Consumer<Duration> after;
  private final BooleanSupplier mayRest;
  private final Consumer<Boolean> rests;
  private @Nullable HeartbeatPace pace;
  private boolean resting;

  /**
   * @param after has the next heartbeat come after that time, and none before
   * @param mayRest true while nothing on the node is to be watched
   * @param rests told when a rest begins (true) or ends
   */
  HeartbeatTimer(Consumer<Duration> after, BooleanSupplier mayRest, Consumer<Boolean> rests) {
    this.after = after;
    this.mayRest = mayRest;
    this.rests = rests;
  }

  /** A controller has said how often it wants to hear of the node. */
  void welcomed(HeartbeatPace told) {
    pace = told;
    next();
  }

  /** The connection is over. */
  void end() {
    pace = null;
    rest(false);
  }

  /** A heartbeat is said; the next one comes in time. */
  void next() {
    HeartbeatPace now = pace;
    if (now == null) {
      return;
    }
    rest(now.rests() && mayRest.getAsBoolean());
    after.accept(resting ? jittered(now.rest()) : now.busy());
  }

  /** Something has happened on the node: a rest may be over. */
  void settle() {
    if (resting && !mayRest.getAsBoolean()) {
      next();
    }
  }

  private void rest(boolean now) {
    if (now != resting) {
      resting = now;
      rests.accept(now);
    }
  }

  private static Duration jittered(Duration pause) {
    double factor = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    return Duration.ofNanos(Math.round(pause.toNanos() * factor));
  }
}

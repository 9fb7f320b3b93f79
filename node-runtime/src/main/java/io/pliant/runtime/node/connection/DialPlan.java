package io.pliant.runtime.node.connection;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which controller is dialled next, and after which pause: at once after a redirect, late after a
 * refusal that only a person can change, else ever later. Not thread-safe.
 */
final class DialPlan {
  private final ControllerAddresses addresses;
  private final Backoff backoff;
  private final LongSupplier millis;
  private @Nullable Duration answered;

  /**
   * Nothing was dialled yet.
   *
   * @param millis monotonic time
   */
  DialPlan(ControllerAddresses addresses, Backoff backoff, LongSupplier millis) {
    this.addresses = addresses;
    this.backoff = backoff;
    this.millis = millis;
  }

  /** The address to dial now. */
  InetSocketAddress next() {
    answered = null;
    return addresses.advance();
  }

  /** The address that was dialled last. */
  InetSocketAddress current() {
    return addresses.current();
  }

  /** {@link #current()} as people write it. */
  String describe() {
    return addresses.describe();
  }

  /** The controller takes the node. */
  void welcomed() {
    backoff.reset();
  }

  /** The controller points to another; false when that is not to be followed. */
  boolean redirected(InetSocketAddress to) {
    if (!addresses.follow(to, millis.getAsLong())) {
      return false;
    }
    answered = Duration.ZERO;
    return true;
  }

  /** The controller does not take the node, or the node does not obey it. */
  void rejected() {
    answered = backoff.afterRejection();
  }

  /** The connection broke before a welcome. Who has answered could be reached. */
  void broken() {
    if (answered == null) {
      addresses.failed(millis.getAsLong());
    }
  }

  /** From now to the next attempt; each call counts as one more failure. */
  Duration pause() {
    return answered == null ? backoff.next() : answered;
  }
}

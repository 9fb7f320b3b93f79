package io.pliant.runtime.node.connection;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which controller to dial next: the configured ones in turn, or the one that an answer pointed to.
 * Redirects are followed while they help: not to where the connection is already, not to an address
 * that could not be reached a moment ago, and not for ever in circles.
 */
public final class ControllerAddresses {
  private static final Duration SHUNNED_FOR = Duration.ofSeconds(30);
  private static final int REDIRECTS_IN_A_ROW = 4;

  private final List<InetSocketAddress> configured;
  private final ArrayDeque<Long> redirectsAt = new ArrayDeque<>();
  private int next;
  private InetSocketAddress current;
  private @Nullable InetSocketAddress redirect;
  private @Nullable InetSocketAddress shunned;
  private long shunnedUntil;

  /**
   * Begins with one of {@code configured}.
   *
   * @param first index of it, any number
   */
  public ControllerAddresses(List<InetSocketAddress> configured, int first) {
    this.configured = List.copyOf(configured);
    this.next = Math.floorMod(first, configured.size());
    this.current = configured.get(next);
  }

  /** The address that was dialled last. */
  InetSocketAddress current() {
    return current;
  }

  /** {@link #current()} as people write it. */
  String describe() {
    return current.getHostString() + ":" + current.getPort();
  }

  /** The address to dial now. */
  InetSocketAddress advance() {
    InetSocketAddress target = redirect;
    if (target != null) {
      redirect = null;
    } else {
      target = configured.get(next);
      next = (next + 1) % configured.size();
    }
    current = target;
    return target;
  }

  /** Notes that {@link #current()} could not be reached. */
  void failed(long nowMillis) {
    shunned = current;
    shunnedUntil = nowMillis + SHUNNED_FOR.toMillis();
  }

  /** Takes note of a redirect; false when it is not to be followed. */
  boolean follow(InetSocketAddress to, long nowMillis) {
    while (!redirectsAt.isEmpty() && redirectsAt.getFirst() < nowMillis - SHUNNED_FOR.toMillis()) {
      redirectsAt.removeFirst();
    }
    if (same(to, current)
        || (shunned != null && same(to, shunned) && nowMillis < shunnedUntil)
        || redirectsAt.size() >= REDIRECTS_IN_A_ROW) {
      return false;
    }
    redirectsAt.addLast(nowMillis);
    redirect = to;
    return true;
  }

  private static boolean same(InetSocketAddress a, InetSocketAddress b) {
    return a.getPort() == b.getPort() && a.getHostString().equalsIgnoreCase(b.getHostString());
  }
}

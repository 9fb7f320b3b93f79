package io.pliant.runtime.node.connection;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to dial: for each address so many at a time, the others in the order in which
 * they came. So the many nodes of one process do not overrun a controller that has just begun or is
 * loaded, and one that hangs holds up nobody who dials another. Any thread.
 */
final class DialTurns {
  /** Far below what a controller lets stand on its doorstep. */
  static final int AT_ONCE = 32;

  private final int atOnce;
  private final Map<String, Lane> lanes = new HashMap<>();

  /** Those of one address. */
  private static final class Lane {
    final Set<Turn> dialling = new HashSet<>();
    final LinkedHashSet<Turn> waiting = new LinkedHashSet<>();
  }

  /** One attempt to get in, from waiting for it until it is over. */
  final class Turn {
    private final String address;
    private final Runnable go;

    private Turn(String address, Runnable go) {
      this.address = address;
      this.go = go;
    }

    /** It got in, failed, or is not wanted any more. May be said twice. */
    void end() {
      Turn next = leave(this);
      if (next != null) {
        next.go.run();
      }
    }
  }

  DialTurns() {
    this(AT_ONCE);
  }

  DialTurns(int atOnce) {
    this.atOnce = atOnce;
  }

  /**
   * Takes the last place of those who want to dial an address.
   *
   * @param go called once when it may begin, maybe before this returns; it must not wait
   */
  Turn join(InetSocketAddress to, Runnable go) {
    String address = to.getHostString().toLowerCase(Locale.ROOT) + ":" + to.getPort();
    Turn turn = new Turn(address, go);
    synchronized (this) {
      Lane lane = lanes.computeIfAbsent(address, _ -> new Lane());
      if (lane.dialling.size() >= atOnce) {
        lane.waiting.add(turn);
        return turn;
      }
      lane.dialling.add(turn);
    }
    go.run();
    return turn;
  }

  private synchronized @Nullable Turn leave(Turn turn) {
    Lane lane = lanes.get(turn.address);
    if (lane == null || !lane.dialling.remove(turn)) {
      if (lane != null) {
        lane.waiting.remove(turn);
      }
      return null;
    }
    if (lane.waiting.isEmpty()) {
      if (lane.dialling.isEmpty()) {
        lanes.remove(turn.address);
      }
      return null;
    }
    Turn next = lane.waiting.removeFirst();
    lane.dialling.add(next);
    return next;
  }
}

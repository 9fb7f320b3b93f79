package io.pliant.runtime.controller.agents;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connections that have not yet said whose they are: few in all, few from one address. When it is
 * full the one that has stood there longest has to go, unless it came only just now; then the new
 * one is turned away, so that those who are about to come in do. Any thread.
 */
final class Doorstep {
  private static final int MOST = 512;
  private static final int MOST_OF_ADDRESS = 256;

  /** An agent needs a few milliseconds; more when thousands dial at once. */
  private static final long GRACE_NANOS = 2_000_000_000L;

  private final int most;
  private final int mostOfAddress;
  private final Set<Visitor> visitors = new LinkedHashSet<>();

  /**
   * A connection that stands there.
   *
   * @param number unique
   * @param since nanoseconds of the monotonic clock
   */
  record Visitor(long number, String address, long since, Runnable sendAway) {}

  Doorstep() {
    this(MOST, MOST_OF_ADDRESS);
  }

  Doorstep(int most, int mostOfAddress) {
    this.most = most;
    this.mostOfAddress = mostOfAddress;
  }

  /** Lets a new connection stand there; false when it has to be closed. */
  boolean enter(Visitor visitor) {
    List<Visitor> leaving = new ArrayList<>();
    boolean entered;
    synchronized (this) {
      entered =
          hasRoom(visitor, leaving, mostOfAddress, visitor.address())
              && hasRoom(visitor, leaving, most, null);
      if (entered) {
        visitors.add(visitor);
      }
    }
    leaving.forEach(v -> v.sendAway().run());
    return entered;
  }

  /** It came in, or is gone. */
  synchronized void leave(Visitor visitor) {
    visitors.remove(visitor);
  }

  synchronized int size() {
    return visitors.size();
  }

  private boolean hasRoom(Visitor next, List<Visitor> leaving, int limit, @Nullable String of) {
    List<Visitor> there =
        visitors.stream().filter(v -> of == null || v.address().equals(of)).toList();
    if (there.size() < limit) {
      return true;
    }
    Visitor oldest = there.getFirst();
    if (next.since() - oldest.since() < GRACE_NANOS) {
      return false;
    }
    visitors.remove(oldest);
    leaving.add(oldest);
    return true;
  }
}

package io.pliant.imp.internal;

import java.util.concurrent.atomic.AtomicLong;

/** Time that the program's thread spends inside communicator calls, in nanoseconds. */
public final class CommClock {
  private final AtomicLong nanos = new AtomicLong();
  private int depth;
  private long enteredAt;

  /** A call begins; calls inside a call are not counted twice. */
  void enter() {
    if (depth++ == 0) {
      enteredAt = System.nanoTime();
    }
  }

  /** A call ends. */
  void leave() {
    if (--depth == 0) {
      nanos.addAndGet(System.nanoTime() - enteredAt);
    }
  }

  /** Time spent in another library's communication, in nanoseconds. */
  public void add(long more) {
    nanos.addAndGet(more);
  }

  /** The time since the last call of this method, in nanoseconds. */
  public long take() {
    return nanos.getAndSet(0);
  }
}

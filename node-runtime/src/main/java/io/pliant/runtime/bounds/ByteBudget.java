package io.pliant.runtime.bounds;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that many connections together may hold of what is still coming in. Any thread. */
public final class ByteBudget {
  private final long most;
  private final AtomicLong held = new AtomicLong();

  private ByteBudget(long most) {
    this.most = most;
  }

  /** So many bytes. */
  public static ByteBudget of(long most) {
    if (most < 1) {
      throw new IllegalArgumentException("Expected a budget of at least 1 byte, but got " + most);
    }
    return new ByteBudget(most);
  }

  /** A share of the largest heap, {@code 1/parts} of it, but at least {@code least} bytes. */
  public static ByteBudget ofHeap(int parts, long least) {
    return of(Math.max(least, Runtime.getRuntime().maxMemory() / parts));
  }

  /** Takes so many bytes, all or none; false when they are not there. */
  public boolean reserve(long bytes) {
    long now = held.get();
    while (bytes <= most - now) {
      if (held.compareAndSet(now, now + bytes)) {
        return true;
      }
      now = held.get();
    }
    return false;
  }

  /** Gives back what was reserved. */
  public void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /** Bytes that are reserved now. */
  public long held() {
    return held.get();
  }

  /** Bytes that may be reserved at a time. */
  public long most() {
    return most;
  }
}

package io.pliant.actors.epoch;

import java.util.concurrent.atomic.AtomicLong;

/** The newest epoch of the cluster that this controller has heard of; for all threads. */
public final class KnownEpoch {
  private final AtomicLong newest;

  private KnownEpoch(long epoch) {
    this.newest = new AtomicLong(epoch);
  }

  /** Nothing is known yet. */
  public static KnownEpoch none() {
    return new KnownEpoch(0);
  }

  /** An epoch that is known from the beginning. */
  public static KnownEpoch of(long epoch) {
    return new KnownEpoch(epoch);
  }

  /** The newest, or 0 while none is known. */
  public long newest() {
    return newest.get();
  }

  /** True when it is newer than what was known. */
  public boolean heard(long epoch) {
    return newest.getAndAccumulate(epoch, Math::max) < epoch;
  }
}

package io.pliant.runtime.power;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A limit on what a sensor's faults write to the log, however they come. */
final class Complaints implements Consumer<String> {
  /** Messages in {@link #WINDOW_NANOS}. */
  static final int MOST = 10;

  static final long WINDOW_NANOS = 600_000_000_000L;

  private final Consumer<String> log;
  private final LongSupplier nanos;
  private long windowNanos;
  private int said;

  Complaints(Consumer<String> log, LongSupplier nanos) {
    this.log = log;
    this.nanos = nanos;
    this.windowNanos = nanos.getAsLong();
  }

  @Override
  public void accept(String complaint) {
    long now = nanos.getAsLong();
    if (now - windowNanos > WINDOW_NANOS) {
      windowNanos = now;
      said = 0;
    }
    said++;
    if (said < MOST) {
      log.accept(complaint);
    } else if (said == MOST) {
      log.accept(complaint + " (no more of this for ten minutes)");
    }
  }
}

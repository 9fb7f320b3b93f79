package io.pliant.imp.testkit;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits on conditions, generously and not for ever. */
final class Until {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(90);

  private Until() {}

  static void holds(BooleanSupplier condition, String what) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("Expected " + what + " within 90 s, but it did not come.");
      }
      Thread.sleep(1);
    }
  }
}

package io.pliant.cli.drill.resize;

import io.pliant.cli.http.ApiRefusal;
import io.pliant.cli.invocation.CommandFailure;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what a cluster under faults comes to. */
public final class Poll {
  /** How long a condition may take on a busy host. */
  public static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration PAUSE = Duration.ofMillis(40);
  private static final int SERVERS_FAULT = 500;

  private Poll() {}

  /** Returns when it holds; CommandFailure names it when it does not within {@link #PATIENCE}. */
  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > end) {
        throw CommandFailure.operational(
            "Expected %s within %d s, but it did not come.".formatted(what, PATIENCE.toSeconds()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** While controllers are away nothing is known, and so it does not hold yet. */
  private static boolean holds(BooleanSupplier condition) {
    try {
      return condition.getAsBoolean();
    } catch (CommandFailure e) {
      return false;
    } catch (ApiRefusal e) {
      if (e.status() < SERVERS_FAULT) {
        throw e;
      }
      return false;
    }
  }
}

package io.pliant.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * SIGTERM and SIGINT as a wish to end in order, SIGHUP as one to end where it is. A JVM shutdown
 * hook would run beside the hooks of libraries, which close a file database under the last writes;
 * a signal handler runs before all of them.
 */
final class StopSignals {
  private static final Logger LOG = LoggerFactory.getLogger(StopSignals.class);

  private StopSignals() {}

  /**
   * Runs {@code stop} at the first signal; ends the process at the second, or when it still lives
   * after {@code most}.
   */
  static void handle(Runnable stop, Duration most) {
    handle(List.of("TERM", "INT"), new AtomicBoolean(), stop, most);
  }

  /** The same, and {@code endHere} when that signal is SIGHUP, unless the process ignores it. */
  static void handle(Runnable stop, Runnable endHere, Duration most) {
    AtomicBoolean stopping = new AtomicBoolean();
    handle(List.of("TERM", "INT"), stopping, stop, most);
    handle(List.of("HUP"), stopping, endHere, most);
  }

  private static void handle(
      List<String> signals, AtomicBoolean stopping, Runnable stop, Duration most) {
    for (String name : signals) {
      SignalHandler before =
          Signal.handle(
              new Signal(name),
              signal -> {
                if (stopping.getAndSet(true)) {
                  Runtime.getRuntime().halt(128 + signal.getNumber());
                }
                LOG.info("Got SIG{}; stopping", signal.getName());
                Thread.ofPlatform().daemon().name("stop-limit").start(() -> limit(most));
                Thread.ofPlatform().daemon().name("stop").start(stop);
              });
      if (before.equals(SignalHandler.SIG_IGN)) {
        Signal.handle(new Signal(name), SignalHandler.SIG_IGN); // as nohup wants it
      }
    }
  }

  private static void limit(Duration most) {
    try {
      Thread.sleep(most);
      LOG.warn("Expected to stop within {} s, but did not; ending now", most.toSeconds());
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

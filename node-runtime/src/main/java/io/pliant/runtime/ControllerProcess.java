package io.pliant.runtime;

import io.pliant.runtime.controller.BootFailure;
import io.pliant.runtime.controller.ControllerRole;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.pekko.Done;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a controller until SIGTERM or SIGHUP. A controller that the others removed (they could not
 * reach it) starts afresh in the same process, so that a pause or a cut cable costs a rejoin and no
 * operator.
 */
final class ControllerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerProcess.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LEAVE = Duration.ofSeconds(25);
  private static final Duration END = Duration.ofSeconds(60);

  private final SettingsFile settings;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final AtomicReference<ControllerRole> current = new AtomicReference<>();

  private ControllerProcess(SettingsFile settings) {
    this.settings = settings;
  }

  /** Returns after an orderly stop; throws when the first start fails. */
  static void run(SettingsFile settings) throws BootFailure, IOException, InterruptedException {
    LogOutput.use(settings.log());
    try (ProcessFile pid = ProcessFile.claim(settings.controller().dir(), "controller")) {
      HeapWatch.begin(settings.controller().dir());
      ControllerProcess process = new ControllerProcess(settings);
      StopSignals.handle(process::stop, process::endHere, LEAVE);
      process.loop();
    }
  }

  private void loop() throws BootFailure, InterruptedException {
    begin();
    while (true) {
      awaitEnd(current.get());
      if (stopping.getCount() == 0) {
        return;
      }
      LOG.warn("This controller was removed from the cluster; it starts afresh");
      if (!startAgain()) {
        return;
      }
    }
  }

  /** A controller that neither works nor ends helps nobody: then the process ends. */
  private static void awaitEnd(ControllerRole role) {
    CompletableFuture<Done> stopped = role.whenStopped().toCompletableFuture();
    CompletableFuture.anyOf(stopped, role.whenEnding().toCompletableFuture()).join();
    boolean ended =
        stopped
            .handle((_, _) -> true)
            .completeOnTimeout(false, END.toSeconds(), TimeUnit.SECONDS)
            .join();
    if (!ended) {
      LOG.error(
          "Expected this controller, which is no member any more, to end within {} s, but it did"
              + " not. The process ends with exit code 1; start it again.",
          END.toSeconds());
      Runtime.getRuntime().halt(1);
    }
  }

  /** Tries until it works; false when the process is told to stop before that. */
  private boolean startAgain() throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (!stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      try {
        begin();
        return true;
      } catch (BootFailure e) {
        LOG.error("{} Next try in {} s", e.getMessage(), pause.toSeconds());
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
      }
    }
    return false;
  }

  private void begin() throws BootFailure {
    current.set(ControllerRole.start(settings));
    if (stopping.getCount() == 0) {
      stop(); // the signal came while the start was under way
    }
  }

  private void stop() {
    end(ControllerRole::stop);
  }

  private void endHere() {
    end(ControllerRole::endHere);
  }

  private void end(Consumer<ControllerRole> how) {
    stopping.countDown();
    ControllerRole role = current.get();
    if (role != null) {
      how.accept(role);
    }
  }
}

package io.pliant.runtime.security;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log, once a day, which certificates of this process are about to end. */
public final class CertificateWatch implements AutoCloseable {
  /** One warning a day. */
  public static final Duration EACH = Duration.ofDays(1);

  private static final Logger LOG = LoggerFactory.getLogger(CertificateWatch.class);

  private final ScheduledExecutorService timer;

  private CertificateWatch(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** Looks at once, and then each {@code pause}, until it is closed. */
  public static CertificateWatch start(
      List<CertificateEnd> ends, InstantSource clock, Duration pause) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> Thread.ofPlatform().daemon().name("certificate-watch").unstarted(task));
    timer.scheduleAtFixedRate(
        () -> CertificateEnd.warnings(ends, clock.instant()).forEach(LOG::warn),
        0,
        pause.toMillis(),
        TimeUnit.MILLISECONDS);
    return new CertificateWatch(timer);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

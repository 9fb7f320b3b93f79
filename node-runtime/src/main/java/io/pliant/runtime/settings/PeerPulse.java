package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.pekko.event.EventStream;
import org.apache.pekko.remote.FailureDetector;

/**
 * Whether another controller lives, by its heartbeats. It does while it is silent for no longer
 * than {@code timing.member-pause}, twice that while it is new here: one that has just started is
 * slow to answer. Time in which this process did not run itself is no silence of the other. One
 * whose process is known to be gone is not waited for ({@link #end}).
 *
 * <p>Pekko makes one for each controller that this one watches. Its own detector (phi accrual)
 * takes a paused watcher for silent peers, and a process that is gone for one that is slow.
 */
public final class PeerPulse implements FailureDetector {
  /** Pekko's key for the class. */
  static final String SETTING = "implementation-class";

  /** Pekko's key for the silence that is forgiven. */
  static final String PAUSE = "acceptable-heartbeat-pause";

  /** How long a controller is new: its code is loaded and compiled meanwhile. */
  static final Duration NEW = Duration.ofSeconds(30);

  /** Pekko looks four times a second; who looks this late did not run. */
  static final Duration LATE = Duration.ofSeconds(1);

  private final long pause;
  private final LongSupplier nanos;
  private boolean known;
  private boolean ended;
  private long firstHeard;
  private long silentSince;
  private long lookedAt;

  /** For Pekko, which makes it by name. */
  public PeerPulse(Config config, EventStream events) {
    this(config.getDuration(PAUSE), System::nanoTime);
  }

  PeerPulse(Duration pause, LongSupplier nanos) {
    this.pause = pause.toNanos();
    this.nanos = nanos;
  }

  /** It was heard, or is expected from now on. */
  @Override
  public synchronized void heartbeat() {
    long now = nanos.getAsLong();
    if (!known) {
      known = true;
      firstHeard = now;
      lookedAt = now;
    }
    silentSince = now;
    ended = false;
  }

  @Override
  public synchronized boolean isMonitoring() {
    return known;
  }

  /** Pekko asks where it hears heartbeats: while this is late, those are not heard either. */
  @Override
  public synchronized boolean isAvailable() {
    long now = nanos.getAsLong();
    long stalled = now - lookedAt;
    lookedAt = now;
    if (stalled > LATE.toNanos()) {
      silentSince = Math.min(now, silentSince + stalled);
    }
    boolean young = now - firstHeard < NEW.toNanos();
    return !known || (!ended && now - silentSince <= (young ? 2 * pause : pause));
  }

  /** How long it has been silent, for whatever reason; zero before it was ever heard. */
  public synchronized Duration silence() {
    return known ? Duration.ofNanos(nanos.getAsLong() - silentSince) : Duration.ZERO;
  }

  /** Its process is gone: it is not available until it is heard again. */
  public synchronized void end() {
    ended = true;
  }
}

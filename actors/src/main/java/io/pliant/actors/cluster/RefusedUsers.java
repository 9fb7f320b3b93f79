package io.pliant.actors.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Users of whom a submission came to nothing in the last day, the newest of them; for all threads.
 */
final class RefusedUsers {
  private static final int MOST = 10_000;
  private static final Duration KEEP = Duration.ofDays(1);

  private final Map<String, Instant> last = new LinkedHashMap<>();

  synchronized void add(String user, Instant now) {
    last.remove(user);
    last.put(user, now);
    if (last.size() > MOST) {
      last.remove(last.keySet().iterator().next());
    }
  }

  synchronized boolean contains(String user, Instant now) {
    Instant since = last.get(user);
    return since != null && since.plus(KEEP).isAfter(now);
  }
}

package io.pliant.runtime.security;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers of a directory of accounts by name, each kept for a minute. Then one caller asks anew
 * while the others have the last answer, which also counts for as long as the directory fails.
 * Thread-safe.
 *
 * @param <T> what is answered
 */
final class KeptAnswers<T> {
  private static final Logger LOG = LoggerFactory.getLogger(KeptAnswers.class);
  private static final Duration KEPT = Duration.ofMinutes(1);
  private static final Duration ASKING = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofSeconds(10);
  private static final int MOST = 10_000;

  private final Directory<T> directory;
  private final InstantSource clock;
  private final ConcurrentMap<String, Kept<T>> kept = new ConcurrentHashMap<>();

  /** Knows the answers. */
  interface Directory<T> {
    /**
     * What it has of that name, or null for nothing.
     *
     * @throws IOException when it gives no answer
     */
    @Nullable T find(String name) throws IOException;
  }

  private record Kept<T>(@Nullable T answer, @Nullable String failure, long untilMillis) {}

  KeptAnswers(Directory<T> directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * What the directory has of that name, or null for nothing.
   *
   * @throws IOException when it has given no answer yet; for ten seconds it is not asked again
   */
  @Nullable T of(String name) throws IOException {
    long now = clock.millis();
    Kept<T> last = kept.get(name);
    if (last == null) {
      return ask(name, null, now);
    }
    if (now >= last.untilMillis()) {
      Kept<T> meanwhile = new Kept<>(last.answer(), last.failure(), now + ASKING.toMillis());
      if (kept.replace(name, last, meanwhile)) {
        return ask(name, last, now);
      }
    }
    if (last.failure() != null) {
      throw new IOException(last.failure());
    }
    return last.answer();
  }

  private @Nullable T ask(String name, @Nullable Kept<T> last, long now) throws IOException {
    try {
      T answer = directory.find(name);
      keep(name, new Kept<>(answer, null, now + KEPT.toMillis()));
      return answer;
    } catch (IOException e) {
      if (last == null || last.failure() != null) {
        keep(name, new Kept<>(null, String.valueOf(e.getMessage()), now + RETRY.toMillis()));
        throw e;
      }
      LOG.warn("No news of account or group '{}', so the last counts: {}", name, e.getMessage());
      keep(name, new Kept<>(last.answer(), null, now + KEPT.toMillis()));
      return last.answer();
    }
  }

  private void keep(String name, Kept<T> answer) {
    if (kept.size() >= MOST) {
      kept.clear();
    }
    kept.put(name, answer);
  }
}

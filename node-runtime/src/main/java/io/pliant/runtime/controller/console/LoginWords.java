package io.pliant.runtime.controller.console;

import io.pliant.core.spec.Submitter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Secret words that log a browser in, once. They are kept as hashes in the memory of the controller
 * that made them, for two minutes; a restart forgets them.
 */
public final class LoginWords {
  /** How long a word is good. */
  public static final Duration GOOD = Duration.ofMinutes(2);

  private static final int BYTES = 32;
  private static final int MOST = 256;
  private static final int MOST_OF_USER = 8;

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Made> words = new LinkedHashMap<>(); // the oldest first

  private record Made(Submitter user, Instant until) {}

  /**
   * A new word.
   *
   * @param until it must be used by then
   */
  public record Word(String text, Instant until) {}

  /** Makes a word for {@code user}; beyond eight of one user, or 256 in all, the oldest is gone. */
  public synchronized Word make(Submitter user, Instant now) {
    words.values().removeIf(made -> !now.isBefore(made.until()));
    forgetOldest(user);
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Instant until = now.plus(GOOD);
    words.put(hash(text), new Made(user, until));
    return new Word(text, until);
  }

  /** Whom a word logs in, and ends it; null when there is no such word, or not any more. */
  public synchronized @Nullable Submitter use(String word, Instant now) {
    Made made = words.remove(hash(word));
    return made == null || !now.isBefore(made.until()) ? null : made.user();
  }

  private void forgetOldest(Submitter user) {
    long own = words.values().stream().filter(made -> made.user().equals(user)).count();
    if (own >= MOST_OF_USER) {
      words.entrySet().stream()
          .filter(each -> each.getValue().user().equals(user))
          .findFirst()
          .map(Map.Entry::getKey)
          .ifPresent(words::remove);
    } else if (words.size() >= MOST) {
      words.remove(words.keySet().iterator().next());
    }
  }

  private static String hash(String word) {
    try {
      byte[] text = word.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in this JDK, but: " + e, e);
    }
  }
}

package io.pliant.runtime.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A one-time word with which the agent of new nodes gets its certificate. It names the authority of
 * the controllers, so that the new node knows whom it talks to, and holds a secret, so that the
 * controllers know that an operator wants the node.
 *
 * @param authority SHA-256 of the certificate of the controllers' authority, in hexadecimal
 * @param secret 192 random bits, in hexadecimal
 */
public record EnrollWord(String authority, String secret) {
  private static final Pattern FORM =
      Pattern.compile("plw1\\.([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{32})");
  private static final int SECRET_BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** A new word. */
  public static EnrollWord make(String authority) {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return new EnrollWord(authority, HexFormat.of().formatHex(secret));
  }

  /** Reads what {@link #text()} wrote; throws IllegalArgumentException that does not repeat it. */
  public static EnrollWord parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Expected a word as 'pliant node enroll NODES' prints it at a controller, but got another text of %d characters."
              .formatted(text.length()));
    }
    return new EnrollWord(hex(matcher.group(1)), hex(matcher.group(2)));
  }

  /** The word as people copy it. */
  public String text() {
    return "plw1." + base64(authority) + "." + base64(secret);
  }

  /** What controllers keep of it. */
  public String hash() {
    return sha256(("pliant enroll " + secret).getBytes(StandardCharsets.US_ASCII));
  }

  /** SHA-256 in hexadecimal. */
  public static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in this JDK, but there is none.", e);
    }
  }

  @Override
  public String toString() {
    return "EnrollWord"; // not into a log
  }

  private static String base64(String hex) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(HexFormat.of().parseHex(hex));
  }

  private static String hex(String base64) {
    return HexFormat.of().formatHex(Base64.getUrlDecoder().decode(base64));
  }
}

package io.pliant.runtime.security;

import io.pliant.core.spec.Submitter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks the tokens by which users show who they are where the kernel cannot. A token is
 * {@code plt1.<payload>.<signature>}: user, uid, gid and end of validity, signed with HMAC-SHA256.
 */
public final class AccessTokens {
  private static final String VERSION = "plt1";
  private static final Pattern PAYLOAD =
      Pattern.compile("([^:\\s]{1,256}):(\\d{1,9}):(\\d{1,9}):(\\d{1,12})");

  private final byte[] secret;
  private final String clusterName;

  /**
   * @param secret at least 32 bytes
   * @param clusterName tokens of one cluster are none of another, even with the same secret
   */
  public AccessTokens(byte[] secret, String clusterName) {
    this.secret = secret.clone();
    this.clusterName = clusterName;
  }

  /** Outcome of a check. */
  public sealed interface Verdict {
    record Valid(Submitter user) implements Verdict {}

    /**
     * @param reason a sentence for the client that gives nothing away
     */
    record Refused(String reason) implements Verdict {}
  }

  /** A token for {@code user} that ends at {@code end}, to the second. */
  public String issue(Submitter user, Instant end) {
    String payload = user.name() + ":" + user.uid() + ":" + user.gid() + ":" + end.getEpochSecond();
    if (!PAYLOAD.matcher(payload).matches()) {
      throw new IllegalArgumentException(
          "Expected a user name without ':' and blanks, but got '" + user.name() + "'.");
    }
    String encoded = encode(payload.getBytes(StandardCharsets.UTF_8));
    return VERSION + "." + encoded + "." + encode(signature(encoded));
  }

  /** Whose token this is, or why it is not taken at {@code now}. */
  public Verdict check(String token, Instant now) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3 || !parts[0].equals(VERSION)) {
      return new Verdict.Refused("Expected a Pliant token, but got something else.");
    }
    try {
      byte[] claimed = Base64.getUrlDecoder().decode(parts[2]);
      if (!MessageDigest.isEqual(signature(parts[1]), claimed)) {
        return new Verdict.Refused("Expected a token of this cluster, but its signature is wrong.");
      }
      String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
      return signed(PAYLOAD.matcher(payload), now);
    } catch (IllegalArgumentException e) {
      return new Verdict.Refused("Expected a Pliant token, but it is not well formed.");
    }
  }

  private static Verdict signed(Matcher payload, Instant now) {
    if (!payload.matches()) {
      return new Verdict.Refused("Expected a Pliant token, but it is not well formed.");
    }
    Instant end = Instant.ofEpochSecond(Long.parseLong(payload.group(4)));
    if (!now.isBefore(end)) {
      return new Verdict.Refused("Expected a valid token, but it ended at " + end + ".");
    }
    return new Verdict.Valid(
        new Submitter(
            payload.group(1),
            Integer.parseInt(payload.group(2)),
            Integer.parseInt(payload.group(3))));
  }

  private byte[] signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      String signed = VERSION + "\nuser\n" + clusterName + "\n" + text;
      return mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected HMAC-SHA256 in this JDK, but: " + e, e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

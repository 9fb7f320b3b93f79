package io.pliant.runtime.security;

import io.pliant.identity.Credentials;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.SecuritySettings;
import java.io.IOException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the files of {@code pliant.security} hold for a controller, read once at boot.
 *
 * @param tokens null without a token secret
 * @param http null when the HTTP API speaks plain on loopback
 */
public record Keys(@Nullable AccessTokens tokens, @Nullable SSLContext http, OwnIdentity identity) {
  /** Throws IOException naming the file that cannot be used, and the remedy. */
  public static Keys read(
      SecuritySettings security, String clusterName, String controller, HostPort http)
      throws IOException {
    OwnIdentity identity = OwnIdentity.ofController(security, clusterName, controller);
    SecuritySettings.HttpFiles files = security.http();
    SSLContext shown =
        files != null
            ? Credentials.read(files.certificate(), files.key()).context(null)
            : http.loopback() ? null : identity.shown();
    return new Keys(
        security.tokenSecretFile() == null
            ? null
            : new AccessTokens(TokenSecret.read(security.tokenSecretFile()), clusterName),
        shown,
        identity);
  }
}

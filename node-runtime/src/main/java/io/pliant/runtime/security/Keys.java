package io.pliant.runtime.security;

import io.pliant.identity.Credentials;
import io.pliant.identity.TokenSecret;
import io.pliant.runtime.settings.HostPort;
import io.pliant.runtime.settings.SecuritySettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the files of {@code pliant.security} hold for a controller, read once at boot.
 *
 * @param tokens null without a token secret
 * @param http null when the HTTP API speaks plain on loopback
 * @param ends when the certificates are over
 */
public record Keys(
    @Nullable AccessTokens tokens,
    @Nullable SSLContext http,
    OwnIdentity identity,
    List<CertificateEnd> ends) {
  public Keys {
    ends = List.copyOf(ends);
  }

  /** Throws IOException naming the file that cannot be used, and the remedy. */
  public static Keys read(
      SecuritySettings security, String clusterName, String controller, HostPort http)
      throws IOException {
    OwnIdentity identity = OwnIdentity.ofController(security, clusterName, controller);
    SecuritySettings.HttpFiles files = security.http();
    List<CertificateEnd> ends = new ArrayList<>(identity.ends());
    SSLContext shown = http.loopback() ? null : identity.shown();
    if (files != null) {
      Credentials own = Credentials.read(files.certificate(), files.key());
      shown = own.context(null);
      ends.add(
          CertificateEnd.ofChain(
              files.certificate(), "the HTTP API", own.chain(), "Have a new one signed"));
    }
    return new Keys(
        security.tokenSecretFile() == null
            ? null
            : new AccessTokens(TokenSecret.read(security.tokenSecretFile()), clusterName),
        shown,
        identity,
        ends);
  }
}

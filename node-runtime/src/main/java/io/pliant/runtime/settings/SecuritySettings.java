package io.pliant.runtime.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What protects the cluster's ports.
 *
 * @param tokenSecretFile file of the secret that tokens are signed with, or null for none
 * @param tls certificate files, or null when ports speak plain TCP
 */
public record SecuritySettings(@Nullable Path tokenSecretFile, @Nullable TlsFiles tls) {
  /**
   * PEM files.
   *
   * @param certificate certificate chain of this host
   * @param key its private key
   * @param authority certificate of the authority that signed all of them
   */
  public record TlsFiles(Path certificate, Path key, Path authority) {}

  static SecuritySettings read(Section section) {
    Path secret = section.path("token-secret-file");
    Section tls = section.section("tls");
    Path certificate = tls.path("certificate");
    Path key = tls.path("key");
    Path authority = tls.path("authority");
    tls.close();
    if ((certificate == null) != (key == null)) {
      throw tls.broken(
          certificate == null ? "certificate" : "key",
          "a PEM file, since certificate and key only work together",
          null);
    }
    TlsFiles files =
        certificate == null || key == null
            ? null
            : new TlsFiles(certificate, key, authority == null ? certificate : authority);
    return section.closed(new SecuritySettings(secret, files));
  }
}

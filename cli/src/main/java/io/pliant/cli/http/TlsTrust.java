package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Which authorities may sign the certificate of a controller.
 *
 * @param authority PEM file with their certificates, or null for those that Java ships
 */
public record TlsTrust(@Nullable Path authority) {
  /** Environment variable with the PEM file. */
  public static final String VARIABLE = "PLIANT_CA";

  /** Trust as the value of {@link #VARIABLE} says; null when it is not set. */
  public static TlsTrust named(@Nullable String authority) {
    return new TlsTrust(authority == null ? null : Path.of(authority));
  }

  /** Keys for a connection; read anew each time, since a command makes few connections. */
  SSLContext context() throws IOException {
    try {
      if (authority == null) {
        return SSLContext.getDefault();
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (Certificate certificate : certificates(authority)) {
        store.setCertificateEntry("authority-" + count++, certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new UntrustedController(
          "Expected certificates in %s (PEM), but: %s".formatted(this, e.getMessage()), e);
    }
  }

  private static Iterable<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    } catch (IOException e) {
      throw new UntrustedController(
          "Expected to read the authority's certificate %s (%s), but it failed: %s"
              .formatted(file, VARIABLE, e),
          e);
    }
  }

  @Override
  public String toString() {
    return authority == null
        ? VARIABLE + " (not set: Java's own authorities)"
        : VARIABLE + "=" + authority;
  }
}

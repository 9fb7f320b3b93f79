package io.pliant.identity;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * What a process shows of itself: its certificate, with those between it and its authority, and the
 * key to it.
 */
public record Credentials(List<X509Certificate> chain, PrivateKey key) {
  private static final char[] NO_PASSWORD = new char[0];

  public Credentials {
    chain = List.copyOf(chain);
  }

  /** Throws IOException naming the file that cannot be used, and why. */
  public static Credentials read(Path certificate, Path key) throws IOException {
    Credentials credentials =
        new Credentials(PemFile.certificates(certificate), PemFile.privateKey(key));
    if (!KeyMatch.fits(credentials.certificate().getPublicKey(), credentials.key())) {
      throw new IOException(
          "Expected certificate %s and key %s to belong together, but they do not."
              .formatted(certificate, key));
    }
    return credentials;
  }

  /** A fresh key with a certificate for it. */
  public static Credentials issued(
      Authority authority, Identity identity, List<String> hosts, java.time.Instant now) {
    var pair = Authority.keyPair();
    return new Credentials(
        List.of(
            authority.issue(identity, pair.getPublic(), hosts, now, Authority.CERTIFICATE_LASTS)),
        pair.getPrivate());
  }

  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /**
   * Shows these credentials in handshakes.
   *
   * <p>A manager takes its key from a store, and a store keeps it under a password. This one is
   * never written, so it is of the format that costs least: PKCS12 derives a key from the empty
   * password in 10 000 rounds, and again when the manager reads it.
   */
  public KeyManager keyManager() {
    try {
      KeyStore own = KeyStore.getInstance("JKS");
      own.load(null, NO_PASSWORD);
      own.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(new Certificate[0]));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);
      return keys.getKeyManagers()[0];
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Expected to use a certificate, but: " + e, e);
    }
  }

  /**
   * TLS that shows these credentials.
   *
   * @param trust whom to believe; null believes nobody, for ends that ask for no certificate
   */
  public SSLContext context(@Nullable RoleTrust trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {keyManager()},
          trust == null ? new TrustManager[0] : new TrustManager[] {trust},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected TLS in this JDK, but: " + e, e);
    }
  }
}

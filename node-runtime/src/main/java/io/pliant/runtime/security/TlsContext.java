package io.pliant.runtime.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS from PEM files, for both ends of a connection. */
public final class TlsContext {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final char[] NO_PASSWORD = new char[0];

  private TlsContext() {}

  /**
   * A context that shows {@code certificate} and trusts what {@code authority} signed.
   *
   * @throws IOException naming the file that cannot be used, and why
   */
  public static SSLContext of(Path certificate, Path key, Path authority) throws IOException {
    List<? extends Certificate> chain = certificates(certificate);
    PrivateKey privateKey = privateKey(key);
    List<? extends Certificate> trusted = certificates(authority);
    try {
      KeyStore own = emptyStore();
      own.setKeyEntry("own", privateKey, NO_PASSWORD, chain.toArray(new Certificate[0]));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);
      KeyStore others = emptyStore();
      for (int i = 0; i < trusted.size(); i++) {
        others.setCertificateEntry("authority-" + i, trusted.get(i));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(others);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "Expected certificate %s and key %s to belong together, but: %s."
              .formatted(certificate, key, e.getMessage()),
          e);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static List<? extends Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<? extends Certificate> found =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (found.isEmpty()) {
        throw new IOException(
            "Expected a certificate in PEM form in %s, but found none.".formatted(file));
      }
      return found;
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "Expected certificates in PEM form in %s, but: %s.".formatted(file, e.getMessage()), e);
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException {
    Matcher pem = PRIVATE_KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new IOException(
          "Expected an unencrypted private key in PKCS #8 PEM form in %s, but found none. "
                  .formatted(file)
              + "Convert one with: openssl pkcs8 -topk8 -nocrypt");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        continue; // the key says itself of which kind it is; the next kind is tried
      } catch (GeneralSecurityException e) {
        throw new IOException("Expected " + algorithm + " keys in this JDK, but: " + e, e);
      }
    }
    throw new IOException(
        "Expected an RSA, EC or Ed25519 key in %s, but it is none.".formatted(file));
  }
}

package io.pliant.identity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and private keys in PEM form. */
public final class PemFile {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final int LARGEST = 1 << 20;

  private PemFile() {}

  /** The certificates of a file, at least one; throws IOException naming the file. */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(bounded(file))) {
      return certificates(in, file);
    }
  }

  private static List<X509Certificate> certificates(InputStream in, Object where)
      throws IOException {
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new IOException(
            "Expected a certificate in PEM form in %s, but found none.".formatted(where));
      }
      return found;
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "Expected certificates in PEM form in %s, but: %s.".formatted(where, e.getMessage()), e);
    }
  }

  /** The private key of a file; throws IOException naming the file. */
  public static PrivateKey privateKey(Path file) throws IOException {
    Matcher pem = PRIVATE_KEY.matcher(Files.readString(bounded(file), StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new IOException(
          "Expected an unencrypted private key in PKCS #8 PEM form in %s, but found none. "
                  .formatted(file)
              + "Convert one with: openssl pkcs8 -topk8 -nocrypt");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
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

  /** Certificates as {@link #certificates} reads them. */
  public static String text(List<X509Certificate> certificates) {
    List<String> texts = new ArrayList<>();
    try {
      for (X509Certificate certificate : certificates) {
        texts.add(pem("CERTIFICATE", certificate.getEncoded()));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Expected a certificate to have bytes, but: " + e, e);
    }
    return String.join("", texts);
  }

  /** The certificates of a text, at least one. */
  public static List<X509Certificate> certificates(String text) throws IOException {
    try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII))) {
      return certificates(in, "the answer");
    }
  }

  /** Writes certificates that everybody may read; a reader sees the old file or the new one. */
  public static void write(Path file, List<X509Certificate> certificates) throws IOException {
    replace(file, text(certificates), "rw-r--r--");
  }

  /** Writes a key that was its owner's alone from the first moment, in PKCS #8. */
  public static void write(Path file, PrivateKey key) throws IOException {
    replace(file, pem("PRIVATE KEY", key.getEncoded()), "rw-------");
  }

  private static void replace(Path file, String text, String permissions) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)))) {
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path bounded(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "Expected to read %s, but there is no such readable file.".formatted(file));
    }
    if (Files.size(file) > LARGEST) {
      throw new IOException(
          "Expected certificates or a key of at most %d bytes in %s, but it has %d."
              .formatted(LARGEST, file, Files.size(file)));
    }
    return file;
  }

  private static String pem(String kind, byte[] bytes) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }
}

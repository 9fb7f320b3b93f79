package io.pliant.runtime.adapt;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Where the socket of a node lies; the same after each restart. */
final class SocketPath {
  /** The kernel's limit of 108 bytes with its end. */
  private static final int LONGEST = 100;

  private SocketPath() {}

  static Path in(Path folder) {
    Path usual = folder.toAbsolutePath().resolve("adapt.sock");
    return usual.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST
        ? usual
        : Path.of("/tmp", "pliant-adapt-" + digest(usual.toString()), "adapt.sock");
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected SHA-256 in every JDK, but it is not there.", e);
    }
  }
}

package io.pliant.identity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/** The file of the secret that a cluster's tokens are signed with. */
public final class TokenSecret {
  /** Shortest secret that is accepted. */
  public static final int LEAST_LENGTH = 32;

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private TokenSecret() {}

  /**
   * Reads a secret.
   *
   * @throws IOException naming the file and the remedy when it is missing, too short or open to
   *     others
   */
  public static byte[] read(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "Expected to read the token secret %s, but there is no such readable file. Make one with: "
                  .formatted(file)
              + "pliant controller secret --config FILE");
    }
    if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
      throw new IOException(
          "Expected the token secret %s to be for its owner alone, but others may open it. Run: chmod 600 %s"
              .formatted(file, file));
    }
    String secret = Files.readString(file, StandardCharsets.UTF_8).strip();
    if (secret.length() < LEAST_LENGTH) {
      throw new IOException(
          "Expected a token secret of at least %d characters in %s, but it has %d."
              .formatted(LEAST_LENGTH, file, secret.length()));
    }
    return secret.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a fresh secret that only its owner may read; refuses to replace one. */
  public static void create(Path file) throws IOException {
    byte[] random = new byte[LEAST_LENGTH];
    new SecureRandom().nextBytes(random);
    String line = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + "\n";
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "Expected to make the token secret %s, but it is there already.".formatted(file), e);
    }
    Files.writeString(file, line, StandardOpenOption.WRITE);
  }
}

package io.pliant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenSecretTest {
  @TempDir Path dir;

  @Test
  void shouldReadWhatItMade() throws IOException {
    Path file = dir.resolve("secret");
    TokenSecret.create(file);

    assertThat(TokenSecret.read(file)).hasSizeGreaterThanOrEqualTo(TokenSecret.LEAST_LENGTH);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void shouldNotReplaceASecret() throws IOException {
    Path file = dir.resolve("secret");
    TokenSecret.create(file);

    assertThatThrownBy(() -> TokenSecret.create(file)).hasMessageContaining("there already");
  }

  @Test
  void shouldRefuseWhenOthersMayReadIt() throws IOException {
    Path file = dir.resolve("secret");
    TokenSecret.create(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> TokenSecret.read(file)).hasMessageContaining("chmod 600");
  }

  @Test
  void shouldRefuseWhenItIsShortOrMissing() throws IOException {
    Path file = dir.resolve("secret");
    assertThatThrownBy(() -> TokenSecret.read(file)).hasMessageContaining("no such readable file");
    TokenSecret.create(file);
    Files.writeString(file, "short");

    assertThatThrownBy(() -> TokenSecret.read(file)).hasMessageContaining("at least 32");
  }
}

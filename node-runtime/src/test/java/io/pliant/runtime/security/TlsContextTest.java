package io.pliant.runtime.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.testing.PemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TlsContextTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void shouldReadKeysOfAllCommonKinds(String algorithm) throws Exception {
    PemFiles files = PemFiles.make(dir, algorithm);

    SSLContext context = TlsContext.of(files.certificate(), files.key(), files.certificate());

    assertThat(context.createSSLEngine()).isNotNull();
  }

  @Test
  void shouldNameTheFileThatIsWrong() throws IOException {
    Path junk = Files.writeString(dir.resolve("junk.pem"), "junk");
    Path none = dir.resolve("none.pem");

    assertThatThrownBy(() -> TlsContext.of(junk, junk, junk)).hasMessageContaining("junk.pem");
    assertThatThrownBy(() -> TlsContext.of(none, none, none)).hasMessageContaining("none.pem");
  }

  @Test
  void shouldSayHowToConvertWhenTheKeyIsInAnotherForm() throws Exception {
    PemFiles files = PemFiles.make(dir, "EC");
    Path key = Files.writeString(dir.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\n");

    assertThatThrownBy(() -> TlsContext.of(files.certificate(), key, files.certificate()))
        .hasMessageContaining("old.pem")
        .hasMessageContaining("openssl pkcs8");
  }
}

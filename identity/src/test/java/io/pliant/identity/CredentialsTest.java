package io.pliant.identity;

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

final class CredentialsTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void shouldReadKeysOfAllCommonKinds(String algorithm) throws Exception {
    PemFiles files = PemFiles.make(dir, algorithm);

    SSLContext context = Credentials.read(files.certificate(), files.key()).context(null);

    assertThat(context.createSSLEngine()).isNotNull();
  }

  @Test
  void shouldNameTheFileThatIsWrong() throws IOException {
    Path junk = Files.writeString(dir.resolve("junk.pem"), "junk");
    Path none = dir.resolve("none.pem");

    assertThatThrownBy(() -> Credentials.read(junk, junk)).hasMessageContaining("junk.pem");
    assertThatThrownBy(() -> Credentials.read(none, none)).hasMessageContaining("none.pem");
  }

  @Test
  void shouldRefuseAKeyOfAnotherCertificate() throws Exception {
    PemFiles files = PemFiles.make(dir, "EC");
    PemFile.write(dir.resolve("other.key"), Authority.keyPair().getPrivate());

    assertThatThrownBy(() -> Credentials.read(files.certificate(), dir.resolve("other.key")))
        .hasMessageContaining("to belong together");
  }

  @Test
  void shouldSayHowToConvertWhenTheKeyIsInAnotherForm() throws Exception {
    PemFiles files = PemFiles.make(dir, "EC");
    Path key = Files.writeString(dir.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\n");

    assertThatThrownBy(() -> Credentials.read(files.certificate(), key))
        .hasMessageContaining("old.pem")
        .hasMessageContaining("openssl pkcs8");
  }
}

package io.pliant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuthorityFolderTest {
  private static final Instant NOW = Instant.now();
  private static final Identity C1 = Identity.controller("prod", "c1");

  @TempDir Path dir;

  @Test
  void shouldKeepKeysForTheirOwnerAlone() throws IOException {
    AuthorityFolder folder = AuthorityFolder.openOrMake(dir.resolve("a"), "prod", NOW);
    folder.provide(C1, List.of(), dir.resolve("c1.pem"), dir.resolve("c1.key"), NOW);

    assertThat(mode(dir.resolve("a"))).isEqualTo("rwx------");
    for (Role role : Role.values()) {
      assertThat(mode(AuthorityFolder.key(dir.resolve("a"), role))).isEqualTo("rw-------");
    }
    assertThat(mode(dir.resolve("c1.key"))).isEqualTo("rw-------");
    assertThat(dir).isDirectoryNotContaining(path -> path.toString().endsWith(".new"));
  }

  @Test
  void shouldNeverReplaceAnAuthority() throws IOException {
    Path folder = dir.resolve("a");
    byte[] key = key(AuthorityFolder.openOrMake(folder, "prod", NOW));

    assertThat(key(AuthorityFolder.openOrMake(folder, "prod", NOW))).isEqualTo(key);
    assertThatThrownBy(() -> AuthorityFolder.make(folder, "prod", NOW))
        .hasMessageContaining("is there already");
    Files.delete(AuthorityFolder.key(folder, Role.NODE));
    assertThatThrownBy(() -> AuthorityFolder.openOrMake(folder, "prod", NOW))
        .hasMessageContaining("nodes-authority.key");
  }

  @Test
  void shouldMakeAnewOnlyWhatIsNotGood() throws IOException {
    AuthorityFolder folder = AuthorityFolder.openOrMake(dir.resolve("a"), "prod", NOW);
    List<String> hosts = List.of("127.0.0.1");

    assertThat(provide(folder, C1, hosts, NOW)).as("none").isTrue();
    assertThat(provide(folder, C1, hosts, NOW)).as("good").isFalse();
    assertThat(provide(folder, C1, List.of("10.0.0.1"), NOW)).as("another host").isTrue();
    assertThat(provide(folder, Identity.controller("prod", "c2"), hosts, NOW))
        .as("another name")
        .isTrue();
    assertThat(provide(folder, C1, hosts, NOW)).isTrue();
    assertThat(provide(folder, C1, hosts, NOW.plus(Duration.ofDays(400))))
        .as("less than half of its time to go")
        .isTrue();
    PemFile.write(dir.resolve("p.key"), Authority.keyPair().getPrivate());
    assertThat(provide(folder, C1, hosts, NOW)).as("another key").isTrue();
    AuthorityFolder others = AuthorityFolder.openOrMake(dir.resolve("b"), "prod", NOW);
    assertThat(provide(others, C1, hosts, NOW)).as("another authority").isTrue();
  }

  @Test
  void shouldRefuseAProcessOfAnotherCluster() throws IOException {
    AuthorityFolder folder = AuthorityFolder.openOrMake(dir.resolve("a"), "prod", NOW);

    assertThatThrownBy(() -> provide(folder, Identity.controller("test", "c1"), List.of(), NOW))
        .hasMessageContaining("cluster prod");
  }

  private boolean provide(
      AuthorityFolder folder, Identity identity, List<String> hosts, Instant now)
      throws IOException {
    return folder.provide(identity, hosts, dir.resolve("p.pem"), dir.resolve("p.key"), now);
  }

  private static byte[] key(AuthorityFolder folder) {
    return folder.authority(Role.CONTROLLER).key().getEncoded();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}

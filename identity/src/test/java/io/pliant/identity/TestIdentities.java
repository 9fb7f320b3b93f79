package io.pliant.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Two authorities for tests, made once for each JVM, and what they sign. */
public record TestIdentities(Authority controllers, Authority nodes) {
  /** Those that tests share. */
  public static final TestIdentities OURS = make();

  /** Authorities that nobody else knows. */
  public static TestIdentities make() {
    Instant now = Instant.now();
    return new TestIdentities(
        Authority.create("test", Role.CONTROLLER, now), Authority.create("test", Role.NODE, now));
  }

  /** What the authority of its role gives a process. */
  public Credentials of(Identity identity, String... hosts) {
    return signed(identity.role(), identity, hosts);
  }

  /** The same from the authority of any role. */
  public Credentials signed(Role authority, Identity identity, String... hosts) {
    return Credentials.issued(authority(authority), identity, List.of(hosts), Instant.now());
  }

  /** One that ends so long from now. */
  public Credentials lasting(Identity identity, Duration lasts, String... hosts) {
    KeyPair pair = Authority.keyPair();
    return new Credentials(
        List.of(
            authority(identity.role())
                .issue(identity, pair.getPublic(), List.of(hosts), Instant.now(), lasts)),
        pair.getPrivate());
  }

  /** One that has ended. */
  public Credentials ended(Identity identity, String... hosts) {
    KeyPair pair = Authority.keyPair();
    Instant then = Instant.now().minusSeconds(1000);
    return new Credentials(
        List.of(
            authority(identity.role())
                .issue(identity, pair.getPublic(), List.of(hosts), then, Duration.ofSeconds(10))),
        pair.getPrivate());
  }

  /** Trust in the authority of a role. */
  public RoleTrust trust(String cluster, Role role) {
    return RoleTrust.of(List.of(authority(role).certificate()), cluster, role);
  }

  /** Files of a process below a folder. */
  public record ProcessFiles(Path certificate, Path key, Path authority) {}

  /** Writes what a process has below a folder. */
  public ProcessFiles write(Path folder, Credentials credentials) throws IOException {
    Files.createDirectories(folder);
    ProcessFiles files =
        new ProcessFiles(
            folder.resolve("own.pem"),
            folder.resolve("own.key"),
            folder.resolve("controllers-authority.pem"));
    PemFile.write(files.certificate(), credentials.chain());
    PemFile.write(files.key(), credentials.key());
    PemFile.write(files.authority(), List.of(controllers.certificate()));
    return files;
  }

  /** Writes the files of a process below a folder and returns the lines that name them. */
  public String settings(Path folder, Identity identity, String... hosts) throws IOException {
    return settings(folder, identity.role(), of(identity, hosts));
  }

  /** The same with any credentials. */
  public String settings(Path folder, Role role, Credentials credentials) throws IOException {
    ProcessFiles files = write(folder, credentials);
    String block =
        """
        pliant.security.identity {
          certificate = "%s"
          key = "%s"
          controllers-authority = "%s"
        """
            .formatted(files.certificate(), files.key(), files.authority());
    if (role == Role.CONTROLLER) {
      Path authority = folder.resolve("nodes-authority.pem");
      Path key = folder.resolve("nodes-authority.key");
      PemFile.write(authority, List.of(nodes.certificate()));
      PemFile.write(key, nodes.key());
      block +=
          """
            nodes-authority = "%s"
            nodes-authority-key = "%s"
          """
              .formatted(authority, key);
    }
    return block + "}\n";
  }

  private Authority authority(Role role) {
    return switch (role) {
      case CONTROLLER -> controllers;
      case NODE -> nodes;
    };
  }
}

package io.pliant.runtime.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What protects the cluster's ports.
 *
 * @param tokenSecretFile file of the secret that tokens are signed with, or null for none
 * @param http certificate of the HTTP API, or null when it shows that of the identity
 * @param identity who this process is; null when the file does not say, and then nothing starts
 */
public record SecuritySettings(
    @Nullable Path tokenSecretFile, @Nullable HttpFiles http, @Nullable IdentityFiles identity) {
  /**
   * PEM files that the HTTP API shows.
   *
   * @param certificate certificate chain of this host
   * @param key its private key
   */
  public record HttpFiles(Path certificate, Path key) {}

  /**
   * PEM files by which a process of the cluster knows the others, and they it.
   *
   * @param certificate certificate of this process
   * @param key its private key
   * @param controllersAuthority certificate of the authority that signed all controllers
   * @param nodesAuthority that of node agents; for controllers, null on others
   * @param nodesAuthorityKey key that signs node agents; for controllers, null on others
   */
  public record IdentityFiles(
      Path certificate,
      Path key,
      Path controllersAuthority,
      @Nullable Path nodesAuthority,
      @Nullable Path nodesAuthorityKey) {}

  static SecuritySettings read(Section section) {
    Path secret = section.path("token-secret-file");
    Section tls = section.section("tls");
    Path certificate = tls.path("certificate");
    Path key = tls.path("key");
    tls.close();
    if ((certificate == null) != (key == null)) {
      throw tls.broken(
          certificate == null ? "certificate" : "key",
          "a PEM file, since certificate and key only work together",
          null);
    }
    HttpFiles files = certificate == null || key == null ? null : new HttpFiles(certificate, key);
    return section.closed(
        new SecuritySettings(secret, files, identity(section.section("identity"))));
  }

  /** What stands at {@code node.identity} comes first for agents; then that of the process. */
  SecuritySettings forNode(Section section) {
    Path certificate = section.path("certificate");
    Path key = section.path("key");
    Path controllers = section.path("controllers-authority");
    section.close();
    if (certificate == null && key == null && controllers == null) {
      return this;
    }
    if (controllers == null && identity != null) {
      controllers = identity.controllersAuthority();
    }
    return new SecuritySettings(
        tokenSecretFile, http, complete(section, certificate, key, controllers));
  }

  private static @Nullable IdentityFiles identity(Section section) {
    Path certificate = section.path("certificate");
    Path key = section.path("key");
    Path controllers = section.path("controllers-authority");
    Path nodes = section.path("nodes-authority");
    Path nodesKey = section.path("nodes-authority-key");
    section.close();
    if (certificate == null && key == null && controllers == null) {
      return null;
    }
    IdentityFiles own = complete(section, certificate, key, controllers);
    return new IdentityFiles(
        own.certificate(), own.key(), own.controllersAuthority(), nodes, nodesKey);
  }

  private static IdentityFiles complete(
      Section section, @Nullable Path certificate, @Nullable Path key, @Nullable Path controllers) {
    if (certificate != null && key != null && controllers != null) {
      return new IdentityFiles(certificate, key, controllers, null, null);
    }
    throw section.broken(
        certificate == null ? "certificate" : key == null ? "key" : "controllers-authority",
        "a PEM file, since certificate, key and controllers-authority only work together",
        null);
  }
}

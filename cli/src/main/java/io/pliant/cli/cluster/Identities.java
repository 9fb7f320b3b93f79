package io.pliant.cli.cluster;

import io.pliant.cli.cluster.ClusterRecord.Controller;
import io.pliant.cli.cluster.ClusterRecord.Node;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import io.pliant.identity.TokenSecret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives each process of a cluster of this host its certificate before it starts, and names it in
 * the process's configuration file. Clusters that were made without get theirs, too.
 */
final class Identities {
  private static final String SECRET_KEY = "token-secret-file";

  private final StateFolder folder;
  private final String cluster;
  private @Nullable AuthorityFolder authorities;

  Identities(StateFolder folder, String cluster) {
    this.folder = folder;
    this.cluster = cluster;
  }

  void provide(Controller controller) {
    String host = URI.create(controller.http()).getHost();
    provide(
        Identity.controller(cluster, controller.name()),
        List.of(host),
        Path.of(controller.config()));
    provideSecret(Path.of(controller.config()));
  }

  /** What the tokens of browsers are signed with, unless the site has named a secret of its own. */
  private void provideSecret(Path config) {
    Path secret = folder.securityFolder().resolve("token-secret");
    try {
      if (!Files.exists(secret)) {
        TokenSecret.create(secret);
      }
      if (!namesSecret(config.resolveSibling("cluster.conf")) && !namesSecret(config)) {
        Files.writeString(
            config,
            "pliant.security.%s = %s%n"
                .formatted(SECRET_KEY, ClusterPlan.quoted(secret.toString())),
            StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to give the cluster a token secret, but: " + e.getMessage());
    }
  }

  private static boolean namesSecret(Path config) throws IOException {
    return Files.exists(config) && Files.readString(config).contains(SECRET_KEY);
  }

  void provide(Node node) {
    provide(Identity.nodes(cluster, node.names()), List.of(), Path.of(node.config()));
  }

  private void provide(Identity identity, List<String> hosts, Path config) {
    String file = config.getFileName().toString().replaceFirst("\\.conf$", "");
    Path own = folder.securityFolder().resolve(identity.role().word() + "s");
    Path certificate = own.resolve(file + ".pem");
    Path key = own.resolve(file + ".key");
    try {
      AuthorityFolder signing = authorities();
      Folders.make(own, "rwx------");
      boolean unused = signing.provide(identity, hosts, certificate, key, Instant.now());
      if (!Files.readString(config).contains("security.identity")) {
        Files.writeString(
            config, block(identity.role(), certificate, key), StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to give %s a certificate, but: %s"
              .formatted(identity, e.getMessage() == null ? e : e.getMessage()));
    }
  }

  private AuthorityFolder authorities() throws IOException {
    AuthorityFolder open = authorities;
    if (open == null) {
      Folders.make(folder.securityFolder(), "rwx------");
      open = AuthorityFolder.openOrMake(folder.authoritiesFolder(), cluster, Instant.now());
      authorities = open;
    }
    return open;
  }

  private String block(Role role, Path certificate, Path key) {
    Path signers = folder.authoritiesFolder();
    Map<String, Path> keys = new LinkedHashMap<>();
    keys.put("certificate", certificate);
    keys.put("key", key);
    keys.put("controllers-authority", AuthorityFolder.certificate(signers, Role.CONTROLLER));
    if (role == Role.CONTROLLER) {
      keys.put("nodes-authority", AuthorityFolder.certificate(signers, Role.NODE));
      keys.put("nodes-authority-key", AuthorityFolder.key(signers, Role.NODE));
    }
    StringBuilder text = new StringBuilder("pliant.security.identity {\n");
    keys.forEach((name, path) ->
        text.append("  %s = %s%n".formatted(name, ClusterPlan.quoted(path.toString()))));
    return text.append("}\n").toString();
  }
}

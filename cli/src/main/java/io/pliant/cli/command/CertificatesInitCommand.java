package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Identity;
import io.pliant.identity.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code certificates init}. */
@Command(
    description = {
      "Make the two authorities of a cluster: one signs controllers, the other nodes.",
      "Whoever has their keys can be any process of the cluster: keep the folder apart, and safe."
    })
final class CertificatesInitCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "Folder to make; it must not exist yet.")
  private Path dir = Path.of("");

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      required = true,
      description = "The cluster-name of the configuration.")
  private String cluster = "";

  @Option(names = "--json", description = "Print the answer as JSON.")
  private boolean json;

  CertificatesInitCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Path folder = dir.toAbsolutePath().normalize();
    try {
      Identity.controller(cluster, "any"); // refuses names that no certificate may have
      AuthorityFolder.make(folder, cluster, Instant.now());
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(CertificatesCommand.reason(e));
    } catch (IOException e) {
      throw CommandFailure.operational(CertificatesCommand.reason(e));
    }
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("cluster", cluster);
    made.put("folder", folder.toString());
    for (Role role : Role.values()) {
      made.put(role.word() + "s-authority", AuthorityFolder.certificate(folder, role).toString());
    }
    context
        .terminal()
        .out()
        .println(
            json
                ? Json.write(made)
                : "Made the authorities of cluster %s in %s. Keep that folder off the hosts of the cluster."
                    .formatted(cluster, folder));
    return 0;
  }
}

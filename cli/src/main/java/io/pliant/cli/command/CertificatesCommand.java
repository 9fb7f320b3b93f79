package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import io.pliant.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The authorities of a site of several hosts, and what they sign. */
@Command(
    name = "certificates",
    description =
        "Make the certificates of a site of several hosts (docs/operations.md). 'pliant up' makes its own.",
    synopsisSubcommandLabel = "(init | controller | node | show)",
    footer = {
      "",
      "Examples:",
      "  pliant certificates init --dir authorities --cluster prod",
      "  pliant certificates controller ctl1 --host ctl1.cluster.site --dir authorities --out ctl1",
      "  pliant certificates node cn[001-050] --dir authorities --out cn",
      "  pliant certificates show /etc/pliant/controller.pem"
    })
public final class CertificatesCommand implements Callable<Integer> {
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]{1,253}");

  private CertificatesCommand() {}

  /** The command with its parts. */
  public static CommandLine create(Context context) {
    return new CommandLine(new CertificatesCommand())
        .addSubcommand("init", new Init(context))
        .addSubcommand("controller", new OfController(context))
        .addSubcommand("node", new OfNode(context))
        .addSubcommand("show", new Show(context));
  }

  @Override
  public Integer call() {
    throw CommandFailure.usage(
        "Expected init, controller, node or show after 'pliant certificates'. See pliant certificates --help.");
  }

  /** {@code certificates init}. */
  @Command(
      description = {
        "Make the two authorities of a cluster: one signs controllers, the other nodes.",
        "Whoever has their keys can be any process of the cluster: keep the folder apart, and safe."
      })
  static final class Init implements Callable<Integer> {
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

    Init(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      Path folder = dir.toAbsolutePath().normalize();
      try {
        Identity.controller(cluster, "any"); // refuses names that no certificate may have
        AuthorityFolder.make(folder, cluster, Instant.now());
      } catch (IllegalArgumentException e) {
        throw CommandFailure.usage(reason(e));
      } catch (IOException e) {
        throw CommandFailure.operational(reason(e));
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

  /** Where a certificate comes from and goes to. */
  static final class Issue {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        required = true,
        description = "Folder of the authorities, from 'pliant certificates init'.")
    private Path dir = Path.of("");

    @Option(
        names = "--out",
        paramLabel = "FOLDER",
        required = true,
        description = "Folder for all files of this process; made when it is missing.")
    private Path out = Path.of("");

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    AuthorityFolder authorities() {
      try {
        return AuthorityFolder.open(dir.toAbsolutePath().normalize());
      } catch (IOException e) {
        throw CommandFailure.operational(reason(e));
      }
    }

    /** Writes a fresh key, its certificate, and what else a process of that role needs. */
    int issue(Context context, AuthorityFolder authorities, Identity identity, List<String> hosts) {
      Path folder = out.toAbsolutePath().normalize();
      String word = identity.role().word();
      Path certificate = folder.resolve(word + ".pem");
      Path key = folder.resolve(word + ".key");
      List<Path> files = new ArrayList<>(List.of(certificate, key));
      try {
        refuseAnother(certificate, identity);
        if (!Files.isDirectory(folder)) {
          Files.createDirectories(
              folder,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        authorities.issue(identity, hosts, certificate, key, Instant.now());
        files.addAll(authorities.copyTo(folder, identity.role()));
        X509Certificate made = PemFile.certificates(certificate).getFirst();
        if (json) {
          Map<String, Object> answer = CertificateText.of(made);
          answer.put("files", files.stream().map(Path::toString).toList());
          context.terminal().out().println(Json.write(answer));
        } else {
          context
              .terminal()
              .out()
              .println(
                  "Made for %s, until %s:".formatted(identity, made.getNotAfter().toInstant()));
          files.forEach(file -> context.terminal().out().println("  " + file));
        }
        return 0;
      } catch (IOException e) {
        throw CommandFailure.operational(reason(e));
      }
    }

    /** The same one again is a renewal; another one would take the first one's place unseen. */
    private static void refuseAnother(Path certificate, Identity identity) throws IOException {
      if (!Files.exists(certificate)) {
        return;
      }
      Map<String, Object> there = CertificateText.of(PemFile.certificates(certificate).getFirst());
      if (!identity.uri().equals(there.get("identity"))) {
        throw new IOException(
            "Expected an --out without a certificate of somebody else, but %s is that of %s. Use another folder."
                .formatted(certificate, there.get("identity")));
      }
    }
  }

  /** {@code certificates controller}. */
  @Command(
      description = {
        "Make, or renew, the certificate of a controller with its key, and all else that it needs in /etc/pliant."
      })
  static final class OfController implements Callable<Integer> {
    private final Context context;
    @Mixin private Issue issue = new Issue();

    @Parameters(paramLabel = "NAME", description = "The controller.name of the configuration.")
    private String name = "";

    @Option(
        names = "--host",
        paramLabel = "HOST",
        split = ",",
        required = true,
        description =
            "Names and addresses under which others dial it, as they stand in the configuration.")
    private List<String> hosts = List.of();

    OfController(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      for (String host : hosts) {
        if (!HOST.matcher(host).matches()) {
          throw CommandFailure.usage(
              "Expected names or addresses of hosts after --host, but got '%s'.".formatted(host));
        }
      }
      AuthorityFolder authorities = issue.authorities();
      return issue.issue(
          context,
          authorities,
          identity(() -> Identity.controller(authorities.cluster(), name)),
          hosts);
    }
  }

  /** {@code certificates node}. */
  @Command(
      description = {
        "Make, or renew, the certificate of a node agent with its key.",
        "With 'pliant node enroll' the key never leaves the node; this is for sites that hand out files."
      })
  static final class OfNode implements Callable<Integer> {
    private final Context context;
    @Mixin private Issue issue = new Issue();

    @Parameters(
        paramLabel = "HOSTLIST",
        description = "The nodes that the agent may stand for, such as cn007 or cn[001-050].")
    private String nodes = "";

    OfNode(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      AuthorityFolder authorities = issue.authorities();
      Identity identity =
          identity(() -> {
            Hostlist.expand(nodes); // refuses what is no host list
            return Identity.nodes(authorities.cluster(), nodes);
          });
      return issue.issue(context, authorities, identity, List.of());
    }
  }

  /** {@code certificates show}. */
  @Command(description = "Show whose a certificate is, for which hosts, who signed it, its end.")
  static final class Show implements Callable<Integer> {
    private final Context context;

    @Parameters(paramLabel = "FILE", description = "PEM file of certificates.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    Show(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      List<Map<String, Object>> all = new ArrayList<>();
      try {
        for (X509Certificate certificate : PemFile.certificates(file)) {
          all.add(CertificateText.of(certificate));
        }
      } catch (IOException e) {
        throw CommandFailure.operational(reason(e));
      }
      if (json) {
        context.terminal().out().println(Json.write(all));
      } else {
        all.forEach(one -> CertificateText.print(one, Instant.now(), context.terminal().out()));
      }
      return 0;
    }
  }

  private static Identity identity(Supplier<Identity> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(reason(e));
    }
  }

  private static String reason(Exception e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.toString() : message;
  }
}

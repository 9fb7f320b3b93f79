package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.hostlist.Hostlist;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
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
        .addSubcommand("init", new CertificatesInitCommand(context))
        .addSubcommand("controller", new OfController(context))
        .addSubcommand("node", new OfNode(context))
        .addSubcommand("show", new Show(context));
  }

  @Override
  public Integer call() {
    throw CommandFailure.usage(
        "Expected init, controller, node or show after 'pliant certificates'. See pliant certificates --help.");
  }

  /** {@code certificates controller}. */
  @Command(
      description = {
        "Make, or renew, the certificate of a controller with its key, and all else that it needs in /etc/pliant."
      })
  static final class OfController implements Callable<Integer> {
    private final Context context;
    @Mixin private CertificateIssue issue = new CertificateIssue();

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
    @Mixin private CertificateIssue issue = new CertificateIssue();

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

  /** What to tell of a failure. */
  static String reason(Exception e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.toString() : message;
  }
}

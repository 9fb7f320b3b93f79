package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.identity.AuthorityFolder;
import io.pliant.identity.Identity;
import io.pliant.identity.PemFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where a certificate comes from and goes to. */
final class CertificateIssue {
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
      throw CommandFailure.operational(CertificatesCommand.reason(e));
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
            .println("Made for %s, until %s:".formatted(identity, made.getNotAfter().toInstant()));
        files.forEach(file -> context.terminal().out().println("  " + file));
      }
      return 0;
    } catch (IOException e) {
      throw CommandFailure.operational(CertificatesCommand.reason(e));
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

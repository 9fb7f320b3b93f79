package io.pliant.runtime;

import io.pliant.runtime.security.CertificateEnd;
import io.pliant.runtime.security.Keys;
import io.pliant.runtime.settings.ControllerSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;

/** Says whether a controller could use its configuration, and the files of keys that it names. */
final class CheckCommand {
  private CheckCommand() {}

  /** Throws IOException naming the file that cannot be used, and the remedy. */
  static void run(ControllerSettings settings, Instant now, PrintStream out) throws IOException {
    Keys keys =
        Keys.read(
            settings.security(),
            settings.clusterName(),
            settings.name(),
            settings.http().address());
    CertificateEnd.warnings(keys.ends(), now)
        .forEach(warning -> out.println("Warning: " + warning));
    out.println("The configuration can be used.");
  }
}

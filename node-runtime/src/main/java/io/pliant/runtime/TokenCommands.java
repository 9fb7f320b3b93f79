package io.pliant.runtime;

import io.pliant.core.spec.Submitter;
import io.pliant.identity.TokenSecret;
import io.pliant.runtime.security.AccessTokens;
import io.pliant.runtime.security.UserAccounts;
import io.pliant.runtime.settings.SettingsException;
import io.pliant.runtime.settings.SettingsFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** The commands about tokens; whoever can read the secret may run them. */
final class TokenCommands {
  private static final int DEFAULT_DAYS = 30;

  private TokenCommands() {}

  /** Makes the secret file that the configuration names. */
  static void secret(SettingsFile file, PrintStream out) throws IOException {
    Path secret = secretFile(file);
    TokenSecret.create(secret);
    out.println(secret);
  }

  /** Prints a token. */
  static void token(SettingsFile file, Arguments arguments, PrintStream out) throws IOException {
    AccessTokens tokens =
        new AccessTokens(TokenSecret.read(secretFile(file)), file.controller().clusterName());
    String name = arguments.required("--user");
    Submitter user = UserAccounts.ofSystem().find(name);
    if (user == null) {
      throw new IllegalArgumentException(
          "Expected the name of an account of this host, but there is no '%s'.".formatted(name));
    }
    Duration validity = Duration.ofDays(arguments.number("--days", DEFAULT_DAYS));
    out.println(tokens.issue(user, Instant.now().plus(validity)));
  }

  private static Path secretFile(SettingsFile file) {
    Path secret = file.controller().security().tokenSecretFile();
    if (secret == null) {
      throw new SettingsException(
          "Expected pliant.security.token-secret-file to name a file, but it is empty.");
    }
    return secret;
  }
}

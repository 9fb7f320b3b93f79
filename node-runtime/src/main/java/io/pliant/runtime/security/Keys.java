package io.pliant.runtime.security;

import io.pliant.runtime.settings.SecuritySettings;
import java.io.IOException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the files of {@code pliant.security} hold, read once at boot.
 *
 * @param tokens null without a token secret
 * @param tls null without certificates
 */
public record Keys(@Nullable AccessTokens tokens, @Nullable SSLContext tls) {
  /** Throws IOException naming the file that cannot be used, and the remedy. */
  public static Keys read(SecuritySettings security, String clusterName) throws IOException {
    SecuritySettings.TlsFiles files = security.tls();
    return new Keys(
        security.tokenSecretFile() == null
            ? null
            : new AccessTokens(TokenSecret.read(security.tokenSecretFile()), clusterName),
        files == null ? null : TlsContext.of(files.certificate(), files.key(), files.authority()));
  }

  /** The word that node agents present; null when none is asked for. */
  public @Nullable String agentWord() {
    return tokens == null ? null : tokens.agentWord();
  }
}

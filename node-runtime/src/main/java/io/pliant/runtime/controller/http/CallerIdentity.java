package io.pliant.runtime.controller.http;

import io.pliant.core.spec.Submitter;
import io.pliant.runtime.security.AccessTokens;
import io.pliant.runtime.security.PeerCredentials;
import java.io.IOException;
import java.time.InstantSource;
import jdk.net.UnixDomainPrincipal;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Proves who calls: on the Unix socket the kernel says it, on TCP a signed token does. A name
 * inside a message is never believed.
 */
final class CallerIdentity {
  private static final String SCHEME = "Bearer ";

  private final PeerCredentials peers;
  private final @Nullable AccessTokens tokens;
  private final InstantSource clock;

  /**
   * @param tokens null when no token secret is configured; then TCP proves nobody
   */
  CallerIdentity(PeerCredentials peers, @Nullable AccessTokens tokens, InstantSource clock) {
    this.peers = peers;
    this.tokens = tokens;
    this.clock = clock;
  }

  /** The proven user; throws {@link ApiFailure} 401 when there is none. */
  Submitter prove(Request request) {
    try {
      UnixDomainPrincipal local = LocalPeer.of(request.getConnectionMetaData().getConnection());
      return local == null ? bearer(request.getHeaders().get("Authorization")) : peer(local);
    } catch (IOException e) {
      throw unproven("Expected the peer credentials of the connection, but: " + e.getMessage());
    }
  }

  private Submitter peer(UnixDomainPrincipal local) {
    Submitter user = peers.of(local);
    if (user == null) {
      throw unproven("Expected an account of this host at the other end, but it knows none.");
    }
    return user;
  }

  private Submitter bearer(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw unproven(
          "Expected 'Authorization: Bearer <token>' on this port, but there is none. "
              + "Get one with: pliant controller token, or use the Unix domain socket.");
    }
    if (tokens == null) {
      throw unproven(
          "Expected a request on the Unix domain socket: this controller takes no tokens, "
              + "since pliant.security.token-secret-file is empty.");
    }
    String token = header.substring(SCHEME.length()).strip();
    return switch (tokens.check(token, clock.instant())) {
      case AccessTokens.Verdict.Valid(Submitter user) -> user;
      case AccessTokens.Verdict.Refused(String reason) -> throw unproven(reason);
    };
  }

  private static ApiFailure unproven(String message) {
    return new ApiFailure(401, "UNAUTHENTICATED", message);
  }
}

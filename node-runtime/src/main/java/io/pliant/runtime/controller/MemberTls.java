package io.pliant.runtime.controller;

import com.typesafe.config.Config;
import io.pliant.runtime.frames.TlsEngines;
import io.pliant.runtime.security.TlsContext;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * TLS between controllers: both show a certificate of the site's authority, and the one that dials
 * insists that the other's names the host it dialled. (Pekko's own provider for PEM files wants a
 * name that all certificates share, which certificates of single hosts do not have.)
 */
public final class MemberTls implements SSLEngineProvider {
  /** Section of Pekko's configuration with {@code certificate}, {@code key}, {@code authority}. */
  public static final String SECTION = "pekko.remote.artery.ssl.pliant";

  private final SSLContext context;

  /**
   * Made by Pekko.
   *
   * @throws IOException naming the file that cannot be used
   */
  public MemberTls(ActorSystem system) throws IOException {
    Config files = system.settings().config().getConfig(SECTION);
    this.context =
        TlsContext.of(
            Path.of(files.getString("certificate")),
            Path.of(files.getString("key")),
            Path.of(files.getString("authority")));
  }

  @Override
  public SSLEngine createServerSSLEngine(String host, int port) {
    SSLEngine engine = TlsEngines.server(context);
    engine.setNeedClientAuth(true);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String host, int port) {
    return TlsEngines.client(context, host, port);
  }

  @Override
  public Option<Throwable> verifyClientSession(String host, SSLSession session) {
    return Option.empty(); // the handshake has verified the certificate and its host
  }

  @Override
  public Option<Throwable> verifyServerSession(String host, SSLSession session) {
    return Option.empty(); // the handshake has verified the certificate
  }
}

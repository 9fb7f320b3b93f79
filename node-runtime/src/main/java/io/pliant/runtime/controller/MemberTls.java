package io.pliant.runtime.controller;

import io.pliant.runtime.frames.TlsEngines;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * TLS between controllers: both show a certificate of the site's authority, and the one that dials
 * insists that the other's names the host it dialled. (Pekko's own provider for PEM files wants a
 * name that all certificates share, which certificates of single hosts do not have.)
 */
final class MemberTls implements SSLEngineProvider {
  private final SSLContext context;

  MemberTls(SSLContext context) {
    this.context = context;
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

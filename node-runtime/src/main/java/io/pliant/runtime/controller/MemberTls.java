package io.pliant.runtime.controller;

import io.pliant.identity.RoleTrust;
import io.pliant.runtime.frames.TlsEngines;
import io.pliant.runtime.security.OwnIdentity;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/**
 * TLS between controllers: each shows that it is a controller of this cluster, and the one that
 * dials insists that the other's certificate names the host it dialled. (Pekko's own provider for
 * PEM files wants a name that all certificates share, which certificates of single hosts do not
 * have.)
 */
final class MemberTls implements SSLEngineProvider {
  private final SSLContext context;
  private final RoleTrust trust;
  private final UnprovenPeers unproven;
  private final DialledPeers dialled;

  MemberTls(OwnIdentity identity, DialledPeers dialled) {
    this(identity.withControllers(), identity.controllers(), new UnprovenPeers(), dialled);
  }

  MemberTls(SSLContext context, RoleTrust trust, UnprovenPeers unproven, DialledPeers dialled) {
    this.context = context;
    this.trust = trust;
    this.unproven = unproven;
    this.dialled = dialled;
  }

  @Override
  public SSLEngine createServerSSLEngine(String host, int port) {
    SSLEngine engine = TlsEngines.server(context);
    TlsStream stream = TlsStream.beingMade();
    unproven.enter(
        engine, () -> stream.end("Expected a certificate, but too many wait to show one."));
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String host, int port) {
    dialled.enter(TlsStream.beingMade());
    return TlsEngines.client(context, host, port);
  }

  @Override
  public Option<Throwable> verifyClientSession(String host, SSLSession session) {
    return verify(session);
  }

  @Override
  public Option<Throwable> verifyServerSession(String host, SSLSession session) {
    return verify(session);
  }

  private Option<Throwable> verify(SSLSession session) {
    try {
      trust.peer(session);
      return Option.empty();
    } catch (SSLException e) {
      return Option.apply(e);
    }
  }
}

package io.pliant.runtime.controller;

import io.pliant.identity.RoleTrust;
import io.pliant.runtime.frames.TlsEngines;
import io.pliant.runtime.security.OwnIdentity;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorContext;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.apache.pekko.stream.impl.FanIn;
import org.apache.pekko.stream.impl.io.TLSActor;
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

  MemberTls(OwnIdentity identity) {
    this(identity.withControllers(), identity.controllers(), new UnprovenPeers());
  }

  MemberTls(SSLContext context, RoleTrust trust, UnprovenPeers unproven) {
    this.context = context;
    this.trust = trust;
    this.unproven = unproven;
  }

  @Override
  public SSLEngine createServerSSLEngine(String host, int port) {
    SSLEngine engine = TlsEngines.server(context);
    ActorRef stream = streamBeingMade();
    unproven.enter(
        engine,
        () ->
            stream.tell(
                new FanIn.OnError(
                    TLSActor.TransportIn(),
                    new SSLHandshakeException(
                        "Expected a certificate, but too many wait to show one.")),
                ActorRef.noSender()));
    return engine;
  }

  /**
   * The actor that asks for an engine. Pekko has no time limit for handshakes of remoting and gives
   * providers nothing to close a connection with, so it is told that its input has failed.
   */
  private static ActorRef streamBeingMade() {
    scala.collection.Iterator<ActorContext> contexts = ActorCell.contextStack().get().iterator();
    while (contexts.hasNext()) {
      ActorContext context = contexts.next();
      if (context != null) {
        return context.self();
      }
    }
    throw new IllegalStateException(
        "Expected an actor that makes a TLS engine, but none is being made.");
  }

  @Override
  public SSLEngine createClientSSLEngine(String host, int port) {
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

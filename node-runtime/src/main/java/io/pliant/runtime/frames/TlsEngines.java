package io.pliant.runtime.frames;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** TLS 1.3 between processes of a cluster: both ends show who they are. */
public final class TlsEngines {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private TlsEngines() {}

  /** The accepting end, which insists on a certificate. */
  public static SSLEngine server(SSLContext context) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS.clone());
    engine.setNeedClientAuth(true);
    return engine;
  }

  /**
   * The accepting end where nodes are let in: a certificate that is shown must be good, but who
   * shows none may ask for one with a one-time word, and for nothing else.
   */
  public static SSLEngine serverForNewNodes(SSLContext context) {
    SSLEngine engine = server(context);
    engine.setWantClientAuth(true); // in place of 'need'
    return engine;
  }

  /** The dialling end, which insists that the certificate names {@code host}. */
  public static SSLEngine client(SSLContext context, String host, int port) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS.clone());
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }
}

package io.pliant.runtime.frames;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** TLS engines for connections to controllers. */
public final class TlsEngines {
  private TlsEngines() {}

  /** The accepting end. */
  public static SSLEngine server(SSLContext context) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  /** The dialling end, which insists that the certificate names {@code host}. */
  public static SSLEngine client(SSLContext context, String host, int port) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return engine;
  }
}

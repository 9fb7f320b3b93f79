package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** TLS 1.2 or newer; the certificate must be signed by the trusted authority and name the host. */
final class TlsTransport implements Transport {
  private static final int CONNECT_MILLIS = 3_000;

  private final SSLSocket socket;
  private final InputStream input;

  private TlsTransport(SSLSocket socket) throws IOException {
    this.socket = socket;
    this.input = socket.getInputStream();
  }

  static TlsTransport open(Endpoint.Tcp endpoint, TlsTrust trust, Duration patience)
      throws IOException {
    SSLSocketFactory factory = trust.context().getSocketFactory();
    Socket plain = new Socket();
    try {
      plain.connect(endpoint.address(), CONNECT_MILLIS);
      plain.setSoTimeout(Math.toIntExact(patience.toMillis()));
      SSLSocket socket =
          (SSLSocket) factory.createSocket(plain, endpoint.host(), endpoint.port(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return new TlsTransport(socket);
    } catch (SSLException e) {
      plain.close();
      throw new UntrustedController(
          "Expected %s to prove who it is, but: %s. Is %s right?"
              .formatted(endpoint, e.getMessage(), trust),
          e);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e instanceof IOException io ? io : new IOException(e);
    }
  }

  @Override
  public InputStream input() {
    return input;
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** The bytes of one connection to a controller, in both directions. */
interface Transport extends AutoCloseable {
  /**
   * Connects.
   *
   * @param patience silence after which a read or a write fails with {@link
   *     java.net.SocketTimeoutException}
   * @throws java.net.ConnectException when nobody listens
   */
  static Transport open(Endpoint endpoint, Duration patience) throws IOException {
    return switch (endpoint) {
      case Endpoint.Unix _ -> PlainTransport.open(endpoint, patience);
      case Endpoint.Tcp tcp ->
          tcp.tls() == null
              ? PlainTransport.open(endpoint, patience)
              : TlsTransport.open(tcp, tcp.tls(), patience);
    };
  }

  /** What the controller sends; a read returns as soon as something is there. */
  InputStream input();

  /** Sends all of it. */
  void write(byte[] bytes) throws IOException;

  @Override
  void close() throws IOException;
}

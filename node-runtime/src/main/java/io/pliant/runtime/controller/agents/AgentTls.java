package io.pliant.runtime.controller.agents;

import io.pliant.runtime.frames.TlsEngines;
import io.pliant.runtime.security.PeerIdentity;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.pekko.NotUsed;
import org.apache.pekko.stream.TLSClosing;
import org.apache.pekko.stream.TLSProtocol.SendBytes;
import org.apache.pekko.stream.TLSProtocol.SessionBytes;
import org.apache.pekko.stream.TLSProtocol.SslTlsInbound;
import org.apache.pekko.stream.TLSProtocol.SslTlsOutbound;
import org.apache.pekko.stream.javadsl.BidiFlow;
import org.apache.pekko.stream.javadsl.Flow;
import org.apache.pekko.stream.javadsl.TLS;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** TLS of the agent port: tells of each connection which nodes it may speak for. */
final class AgentTls {
  private final AgentPortSettings settings;
  private volatile @Nullable Known last;

  /** An agent of many emulated nodes opens as many connections: its long list is read once. */
  private record Known(X509Certificate certificate, PeerIdentity.Nodes nodes) {}

  AgentTls(AgentPortSettings settings) {
    this.settings = settings;
  }

  /**
   * The plain side of a connection.
   *
   * @param wire its bytes
   * @param proven gets the peer before any byte of it, unless it shows no certificate; with one
   *     that is not good there is no byte
   */
  Flow<ByteString, ByteString, NotUsed> plain(
      Flow<ByteString, ByteString, NotUsed> wire, Consumer<PeerIdentity.Nodes> proven) {
    BidiFlow<SslTlsOutbound, ByteString, ByteString, SslTlsInbound, NotUsed> tls =
        TLS.create(
            () -> TlsEngines.serverForNewNodes(settings.tls()),
            session -> {
              if (showsCertificate(session)) {
                proven.accept(peer(session));
              }
            },
            TLSClosing.eagerClose());
    return Flow.of(ByteString.class)
        .<SslTlsOutbound>map(SendBytes::new)
        .via(tls.join(wire))
        .mapConcat(AgentTls::bytes);
  }

  private static Iterable<ByteString> bytes(SslTlsInbound inbound) {
    return inbound instanceof SessionBytes received
        ? java.util.List.of(received.bytes())
        : java.util.List.of();
  }

  private static boolean showsCertificate(SSLSession session) {
    try {
      return session.getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false; // nobody, who may only enroll
    }
  }

  private PeerIdentity.Nodes peer(SSLSession session) {
    try {
      X509Certificate certificate = settings.trust().peer(session);
      Known known = last;
      if (known != null && known.certificate().equals(certificate)) {
        return known.nodes();
      }
      return switch (PeerIdentity.of(certificate)) {
        case PeerIdentity.Nodes nodes -> {
          last = new Known(certificate, nodes);
          yield nodes;
        }
        case PeerIdentity.Controller controller ->
            throw new SSLException("Expected a node agent, but got " + controller + ".");
      };
    } catch (SSLException | CertificateException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}

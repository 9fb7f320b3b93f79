package io.pliant.identity;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Knocks at a port of this host, as one who is or is not what he says. */
public final class TlsProbe {
  private static final int PATIENCE_MILLIS = 30_000;

  private TlsProbe() {}

  /** Whoever has no business at a port for controllers of a cluster, by what he shows. */
  public static Map<String, Credentials> strangersToControllers(String cluster) {
    TestIdentities ours = TestIdentities.OURS;
    Identity controller = Identity.controller(cluster, "c1");
    Identity node = Identity.nodes(cluster, "n1");
    Map<String, Credentials> strangers = new LinkedHashMap<>();
    strangers.put("a self-made controller", TestIdentities.make().of(controller, "127.0.0.1"));
    strangers.put("a node", ours.of(node, "127.0.0.1"));
    strangers.put(
        "a node that the controllers' authority signed",
        ours.signed(Role.CONTROLLER, node, "127.0.0.1"));
    strangers.put(
        "a controller that the nodes' authority signed",
        ours.signed(Role.NODE, controller, "127.0.0.1"));
    strangers.put(
        "another cluster's controller",
        ours.of(Identity.controller(cluster + "2", "c1"), "127.0.0.1"));
    strangers.put("a controller whose time is over", ours.ended(controller, "127.0.0.1"));
    return strangers;
  }

  /** TLS that trusts the controllers of a cluster, and shows these credentials, or none. */
  public static SSLContext tls(String cluster, @Nullable Credentials credentials) {
    RoleTrust trust = TestIdentities.OURS.trust(cluster, Role.CONTROLLER);
    if (credentials != null) {
      return credentials.context(trust);
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * True when the port ends the connection without a word; false when it says something.
   *
   * @param hello what the peer says first
   */
  public static boolean refused(int port, SSLContext tls, String hello) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      return silentEnd(socket, hello);
    }
  }

  /** The version that the port agrees to when this one is offered alone; null when to none. */
  public static @Nullable String version(int port, SSLContext tls, String offered)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      parameters.setProtocols(new String[] {offered});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket.getSession().getProtocol();
    } catch (SSLHandshakeException e) {
      return null;
    }
  }

  /** As {@link #refused} without TLS; what a server says in TLS to plain words is no answer. */
  public static boolean refusedPlain(int port, String hello) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(hello.getBytes(StandardCharsets.ISO_8859_1));
      byte[] all = readAll(socket.getInputStream());
      return all.length == 0 || List.of((byte) 0x15, (byte) 0x16).contains(all[0]);
    }
  }

  private static byte[] readAll(InputStream in) throws IOException {
    try {
      return in.readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError("expected the connection to end, but it stays open", e);
    } catch (IOException reset) {
      return new byte[0];
    }
  }

  private static boolean silentEnd(Socket socket, String hello) {
    try {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(hello.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      throw new AssertionError("expected the connection to end, but it stays open", e);
    } catch (IOException refused) {
      return true;
    }
  }
}

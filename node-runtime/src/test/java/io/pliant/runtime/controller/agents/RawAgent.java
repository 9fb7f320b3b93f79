package io.pliant.runtime.controller.agents;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.runtime.node.TestTls;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A peer on the agent port that writes whatever a test wants. */
final class RawAgent implements AutoCloseable {
  private static final SSLContext N1 = TestTls.agentOf("n1");

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /** With the certificate of n1. */
  RawAgent(int port) throws IOException {
    this(port, N1);
  }

  RawAgent(int port, SSLContext tls) throws IOException {
    this(tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
  }

  RawAgent(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(20_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  static AgentMessage.Hello hello(String node) {
    return hello(AgentMessage.PROTOCOL, node);
  }

  static AgentMessage.Hello helloOf(String node, NodeCapacity capacity) {
    return new AgentMessage.Hello(
        AgentMessage.PROTOCOL,
        new NodeName(node),
        "abc",
        description(capacity),
        List.<StepId>of(),
        null,
        null);
  }

  static AgentMessage.Hello hello(int protocol, String node) {
    return hello(protocol, node, null);
  }

  /** A hello that tells the time of day. */
  static AgentMessage.Hello hello(String node, long clockMillis) {
    return hello(AgentMessage.PROTOCOL, node, clockMillis);
  }

  private static AgentMessage.Hello hello(int protocol, String node, @Nullable Long clockMillis) {
    return new AgentMessage.Hello(
        protocol,
        new NodeName(node),
        "abc",
        description(new NodeCapacity(1, 1)),
        List.<StepId>of(),
        null,
        clockMillis);
  }

  private static NodeDescription description(NodeCapacity capacity) {
    return new NodeDescription(
        "host", capacity, "Linux", "1", "subreaper", false, "me", false, List.of());
  }

  void send(AgentMessage message) throws IOException {
    byte[] body = AgentFrames.encode(message);
    out.writeInt(body.length);
    out.write(body);
    out.flush();
  }

  void write(byte... bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  ControllerMessage read() throws IOException {
    byte[] body = new byte[in.readInt()];
    in.readFully(body);
    return AgentFrames.decodeControllerMessage(body);
  }

  /** True while the controller keeps the connection open and says nothing, for a short while. */
  boolean open() throws IOException {
    return open(300);
  }

  /** The same, for so many milliseconds. */
  boolean open(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      return in.read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout(20_000);
    }
  }

  /** True once the controller has closed the connection, maybe before it had all of these bytes. */
  boolean closedBy(byte... bytes) throws IOException {
    try {
      write(bytes);
    } catch (SocketException | SSLException e) {
      return true;
    }
    return closed();
  }

  /** True once the controller has closed the connection; what it still says is skipped. */
  boolean closed() throws IOException {
    try {
      while (in.read() >= 0) {
        continue;
      }
      return true;
    } catch (SocketException | SSLException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

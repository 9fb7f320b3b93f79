package io.pliant.runtime.controller.agents;

import io.pliant.actors.wire.AgentFrames;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import io.pliant.core.node.NodeDescription;
import io.pliant.core.partition.NodeCapacity;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A peer on the agent port that writes whatever a test wants. */
final class RawAgent implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  RawAgent(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawAgent(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(20_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  static AgentMessage.Hello hello(String node, @Nullable String token) {
    return hello(AgentMessage.PROTOCOL, node, token);
  }

  static AgentMessage.Hello hello(int protocol, String node, @Nullable String token) {
    NodeDescription description =
        new NodeDescription(
            "host",
            new NodeCapacity(1, 1),
            "Linux",
            "1",
            "subreaper",
            false,
            "me",
            false,
            List.of());
    return new AgentMessage.Hello(
        protocol, new NodeName(node), "abc", description, List.<StepId>of(), token);
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

  /** True once the controller has closed the connection; what it still says is skipped. */
  boolean closed() throws IOException {
    try {
      while (in.read() >= 0) {
        continue;
      }
      return true;
    } catch (java.net.SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package io.pliant.cli.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A real server on a Unix domain socket that gives prepared answers, byte by byte as told. */
public final class ScriptedController implements AutoCloseable {
  private final Path socket;
  private final ServerSocketChannel server;
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private ScriptedController(Path socket, ServerSocketChannel server) {
    this.socket = socket;
    this.server = server;
  }

  public static ScriptedController listen(Path socket) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    ScriptedController controller = new ScriptedController(socket, server);
    Thread.ofPlatform().daemon().start(controller::serve);
    return controller;
  }

  public Endpoint endpoint() {
    return new Endpoint.Unix(socket);
  }

  /** Answers the next request with a body of this status. */
  public ScriptedController then(int status, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return thenRaw("HTTP/1.1 " + status + " X\r\nContent-Length: " + length + "\r\n\r\n" + body);
  }

  /** Answers the next request with these bytes and closes; nothing at all for an empty text. */
  public ScriptedController thenRaw(String text) {
    answers.add(text);
    return this;
  }

  /** Requests as they came: head and body. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (server.isOpen()) {
      try (SocketChannel client = server.accept()) {
        requests.add(read(Channels.newInputStream(client)));
        String answer = answers.poll();
        if (answer != null) {
          client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        throw new IllegalStateException("Expected to serve " + socket, e);
      }
    }
  }

  private static String read(InputStream input) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      text.append((char) input.read());
    }
    int at = text.indexOf("Content-Length: ");
    if (at >= 0) {
      int length = Integer.parseInt(text.substring(at + 16, text.indexOf("\r\n", at)));
      text.append(new String(input.readNBytes(length), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

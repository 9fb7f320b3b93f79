package io.pliant.cli.training;

import io.pliant.cli.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Listens on a Unix domain socket, gives canned answers, and plays the node of a command that is
 * run.
 */
final class CannedController {
  private final Path socket;
  private final ServerSocketChannel server;

  private CannedController(Path socket, ServerSocketChannel server) {
    this.socket = socket;
    this.server = server;
  }

  static CannedController listen(Path socket) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    CannedController controller = new CannedController(socket, server);
    Thread.ofPlatform().daemon().start(controller::serve);
    return controller;
  }

  Path socket() {
    return socket;
  }

  private void serve() {
    while (true) {
      try (SocketChannel client = server.accept()) {
        serve(client);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void serve(SocketChannel client) throws IOException {
    InputStream input = Channels.newInputStream(client);
    String[] words = line(input).split(" ", -1);
    int length = 0;
    for (String header = line(input); !header.isEmpty(); header = line(input)) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
    }
    String body = new String(input.readNBytes(length), StandardCharsets.UTF_8);
    byte[] answer = CannedAnswers.answer(words[0], words[1]).getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 200 OK\r\nContent-Length: " + answer.length + "\r\n\r\n";
    client.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
    client.write(ByteBuffer.wrap(answer));
    if (!body.isEmpty() && !Json.parse(body).get("io").isNull()) {
      playNode(Json.parse(body).get("io"));
    }
  }

  private static void playNode(Json io) throws IOException {
    try (Socket node = new Socket(io.get("host").text(), (int) io.get("port").number())) {
      String text =
          "pliant-io 1 " + io.get("secret").text() + " 1-1-0 n001 0 0 1 1\no 0 5\nn001\nx 0 0 0\n";
      node.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static String line(InputStream input) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input.read(); c >= 0 && c != '\n'; c = input.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}

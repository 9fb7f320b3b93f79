package io.pliant.runtime.controller.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One connection that sends exactly the bytes it is told, over a Unix socket or TCP. */
final class RawClient implements AutoCloseable {
  private final SocketChannel channel;
  private final OutputStream out;
  final BufferedReader in;

  private RawClient(SocketAddress address) throws IOException {
    channel = SocketChannel.open(address);
    out = Channels.newOutputStream(channel);
    in =
        new BufferedReader(
            new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
  }

  static RawClient unix(Path socket) throws IOException {
    return new RawClient(UnixDomainSocketAddress.of(socket));
  }

  static RawClient tcp(int port) throws IOException {
    return new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /** A response with its headers in lower case. */
  record Response(int status, Map<String, String> headers, String body) {
    JsonNode json() throws IOException {
      return new ObjectMapper().readTree(body);
    }

    String message() throws IOException {
      return json().at("/error/message").asText();
    }
  }

  Response get(String path, String... headers) throws IOException {
    return send("GET", path, null, headers);
  }

  Response post(String path, String body, String... headers) throws IOException {
    return send("POST", path, body, headers);
  }

  Response send(String method, String path, @Nullable String body, String... headers)
      throws IOException {
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: pliant\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    if (body != null) {
      head.append("Content-Length: ").append(bytes.length).append("\r\n");
    }
    write(head + "\r\n");
    out.write(bytes);
    return read();
  }

  void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  Response read() throws IOException {
    String statusLine = in.readLine();
    if (statusLine == null) {
      throw new IOException("the server closed the connection");
    }
    Map<String, String> headers = readHeaders();
    char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
    int read = 0;
    while (read < body.length) {
      int n = in.read(body, read, body.length - read);
      if (n < 0) {
        throw new IOException("the body ended early");
      }
      read += n;
    }
    return new Response(Integer.parseInt(statusLine.split(" ")[1]), headers, new String(body));
  }

  /** Reads the status line and headers of a stream. */
  Map<String, String> readStreamHead() throws IOException {
    in.readLine();
    return readHeaders();
  }

  private Map<String, String> readHeaders() throws IOException {
    Map<String, String> headers = new TreeMap<>();
    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return headers;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

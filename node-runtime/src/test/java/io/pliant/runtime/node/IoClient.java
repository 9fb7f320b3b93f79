package io.pliant.runtime.node;

import io.pliant.core.spec.StepIo;
import io.pliant.core.step.Onlooker;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The far end of docs/protocol/step-io.md, for one node. */
final class IoClient implements AutoCloseable {
  private final ServerSocket server;
  private Socket socket;
  private DataInputStream in;

  final TreeMap<String, ByteArrayOutputStream> streams = new TreeMap<>();
  final List<String> exits = new ArrayList<>();
  final List<String> messages = new ArrayList<>();
  final List<String> uses = new ArrayList<>();

  /** Contributions to gathers, a piece each: {@code channel nodes more bytes}. */
  final List<String> gathers = new ArrayList<>();

  /** What cannot go on: {@code rank code signal text}. */
  final List<String> losses = new ArrayList<>();

  long acknowledged;

  private @Nullable Socket dialled;

  IoClient() {
    try {
      server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
      server.setSoTimeout(60_000);
      socket = new Socket();
      in = new DataInputStream(new java.io.ByteArrayInputStream(new byte[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  StepIo io() {
    return new StepIo("127.0.0.1", server.getLocalPort(), "s3cret", false);
  }

  /** As one who looks at the step from outside. */
  Onlooker onlooker(String secret, boolean usage) {
    return new Onlooker("127.0.0.1", server.getLocalPort(), secret, usage);
  }

  /** True when the node comes in this time; {@link #accept} takes it. */
  boolean isDialled(Duration patience) throws IOException {
    server.setSoTimeout(Math.toIntExact(patience.toMillis()));
    try {
      dialled = server.accept();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      server.setSoTimeout(60_000);
    }
  }

  /** Accepts the node and returns its first line. */
  String accept() throws IOException {
    socket = dialled == null ? server.accept() : dialled;
    socket.setSoTimeout(60_000);
    in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    return line();
  }

  void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  void input(byte[] bytes) throws IOException {
    write("i " + bytes.length + "\n");
    write(bytes);
  }

  /** Reads one frame; returns its letter, or 0 at the end. */
  char frame() throws IOException {
    String header = line();
    if (header.isEmpty()) {
      return 0;
    }
    String[] words = header.split(" ");
    switch (words[0]) {
      case "o", "e" ->
          streams
              .computeIfAbsent(words[0] + words[1], _ -> new ByteArrayOutputStream())
              .writeBytes(bytes(Integer.parseInt(words[2])));
      case "m" -> messages.add(text(Integer.parseInt(words[1])));
      case "a" -> acknowledged += Long.parseLong(words[1]);
      case "x" -> exits.add(header);
      case "g" ->
          gathers.add(
              "%s %s %s %s"
                  .formatted(
                      words[1], words[2], words[3], text(Integer.parseInt(words[4])).strip()));
      case "q" ->
          losses.add(
              "%s %s %s %s"
                  .formatted(words[1], words[2], words[3], text(Integer.parseInt(words[4]))));
      case "u" ->
          uses.add(
              header
                  + " "
                  + new String(bytes(Integer.parseInt(words[8])), StandardCharsets.US_ASCII));
      default -> throw new AssertionError("Expected a frame, but got " + header);
    }
    return words[0].charAt(0);
  }

  void readToEnd() throws IOException {
    while (frame() != 0) {
      continue;
    }
  }

  Map<String, String> texts() {
    TreeMap<String, String> texts = new TreeMap<>();
    streams.forEach((name, bytes) -> texts.put(name, bytes.toString(StandardCharsets.UTF_8)));
    return texts;
  }

  @Override
  public void close() {
    try {
      socket.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
      text.append((char) c);
    }
    return text.toString();
  }

  private String text(int count) throws IOException {
    return new String(bytes(count), StandardCharsets.UTF_8);
  }

  private byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    in.readFully(bytes);
    return bytes;
  }
}

package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireMessage;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process of the client under test, and the agent's socket that it dials. */
final class Client implements Closeable {
  /** The word of the client's task. */
  static final String TASK = "c-1";

  /** What {@link #SECRET} reads on the wire: an escaped letter must be understood. */
  private static final String SECRET_ON_WIRE = "s%65cret-of-7";

  /** What a client is told of its agent. */
  enum Agent {
    /** Nothing: there is none. */
    NONE,
    /** It listens before the client starts. */
    READY,
    /** It listens only when {@link Client#listen} says so. */
    LATE
  }

  /** What opens connections between tasks. */
  static final String SECRET = "secret-of-7";

  private final Path folder;
  private final ServerSocketChannel listener;
  private final Process process;
  private final long patienceMillis;
  private final BlockingQueue<SocketChannel> dialled = new LinkedBlockingQueue<>();
  private final List<Wire> wires = new ArrayList<>();
  private @Nullable Member self;

  /**
   * Starts the client.
   *
   * @param words what {@code PLIANT_CONFORMANCE} says
   * @param agent whether it is told of an agent, and when that one listens
   */
  Client(List<String> command, String words, Agent agent, long patienceMillis) throws IOException {
    this.patienceMillis = patienceMillis;
    this.folder = Files.createTempDirectory("conf");
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    if (agent != Agent.LATE) {
      listen();
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("output").toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("PLIANT_ADAPT_"));
    if (agent != Agent.NONE) {
      builder.environment().put("PLIANT_ADAPT_SOCKET", socket().toString());
      builder.environment().put("PLIANT_ADAPT_TASK", TASK);
    }
    builder.environment().put("PLIANT_CONFORMANCE", words);
    this.process = builder.start();
  }

  private Path socket() {
    return folder.resolve("agent.sock");
  }

  /** The agent listens from now on. */
  void listen() throws IOException {
    listener.bind(UnixDomainSocketAddress.of(socket()));
    Thread thread = new Thread(this::accept, "conformance-accept");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        dialled.add(listener.accept());
      }
    } catch (IOException e) {
      assert !listener.isOpen() || !process.isAlive() : e; // closed at the end of the case
    }
  }

  /** The client's next connection after its {@code hello}. */
  Wire accepted() throws Unmet {
    Wire wire;
    try {
      SocketChannel channel = dialled.poll(patienceMillis, TimeUnit.MILLISECONDS);
      Unmet.unless(channel != null, "a connection to the agent", "none");
      wire = new Wire(java.util.Objects.requireNonNull(channel), patienceMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected a connection, but the suite was interrupted.");
    }
    wires.add(wire);
    WireMessage hello = wire.expect("hello");
    Unmet.unless(hello.need("version").equals("1"), "version 1", hello.encode());
    Unmet.unless(hello.need("task").equals(TASK), "the task's word " + TASK, hello.encode());
    Member member = Member.parse(TASK + "@n1@" + hello.need("address"));
    Unmet.unless(self == null || self.equals(member), "the same address again", hello.encode());
    self = member;
    return wire;
  }

  /** The client dials no more for so long. */
  void expectNoDial(long millis) throws Unmet {
    try {
      Unmet.unless(dialled.poll(millis, TimeUnit.MILLISECONDS) == null, "no new connection", "one");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected no connection, but the suite was interrupted.");
    }
  }

  /** The client as a member. */
  Member self() {
    return java.util.Objects.requireNonNull(self, "said hello");
  }

  /** A welcome as a first member of {@code others} and the client, by rank. */
  static WireMessage welcome(Member... world) {
    return secretly(WireMessage.of("welcome").with("version", 1).with("status", "initial"), world);
  }

  /** A welcome to a job that runs. */
  static WireMessage welcomeJoining() {
    return secretly(WireMessage.of("welcome").with("version", 1).with("status", "joining"));
  }

  private static WireMessage secretly(WireMessage message, Member... world) {
    WireMessage secret = message.with("secret", SECRET);
    return world.length == 0 ? secret : secret.with("members", list(world));
  }

  /** The same line with the secret escaped needlessly, and keys that nobody knows. */
  static byte[] dressed(WireMessage welcome) {
    String line = welcome.encode().replace("secret=" + SECRET, "secret=" + SECRET_ON_WIRE);
    return (line + " colour=gr%C3%BCn".replace("%C3%BC", "ü") + " x-1=\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  static String list(Member... members) {
    List<String> texts = new ArrayList<>();
    for (Member member : members) {
      texts.add(member.toString());
    }
    return String.join(",", texts);
  }

  /** The process does not end for so long. */
  void expectLife(long millis) throws Unmet {
    try {
      Unmet.unless(
          !process.waitFor(millis, TimeUnit.MILLISECONDS), "a program that waits", "its end");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected the program to wait, but the suite was interrupted.");
    }
  }

  /** The process must end by itself, well or not. */
  void expectExit(boolean well) throws Unmet {
    try {
      Unmet.unless(
          process.waitFor(patienceMillis, TimeUnit.MILLISECONDS),
          "the program to end",
          "one that runs on");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected the program's end, but the suite was interrupted.");
    }
    Unmet.unless(
        (process.exitValue() == 0) == well,
        well ? "exit code 0" : "an exit code that tells of a failure",
        process.exitValue());
  }

  /** What the program has printed, for a failed case. */
  String output() {
    try {
      String text = Files.readString(folder.resolve("output"), StandardCharsets.ISO_8859_1);
      return text.substring(Math.max(0, text.length() - 2000));
    } catch (IOException e) {
      return "(its output cannot be read: " + e.getMessage() + ")";
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    for (Wire wire : wires) {
      wire.close();
    }
    listener.close();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}

package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.adaptation.Standing;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the malleable programs of one node talk to their agent: a Unix domain socket, a light
 * thread for each connection. It opens when the first such program is started, and again after a
 * restart of the agent, at the same path.
 */
public final class AdaptEndpoint implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptEndpoint.class);
  private static final int BACKLOG = 256;

  private final NodeName node;
  private final Path socket;
  private final Clock clock;
  private final Consumer<Standing> out;
  private final Map<String, JobTalk> talks = new TreeMap<>();
  private final Map<StepId, String> users = new TreeMap<>();
  private @Nullable ServerSocketChannel listener;
  private boolean closed;

  /**
   * An endpoint that is not open yet.
   *
   * @param folder the node's own; a path that is too long for a socket gets a short one instead
   * @param out takes what the application is to know; called under a lock, so it must not wait
   */
  public AdaptEndpoint(NodeName node, Path folder, Clock clock, Consumer<Standing> out) {
    this.node = node;
    this.socket = SocketPath.in(folder);
    this.clock = clock;
    this.out = out;
  }

  /** Opens again what an earlier agent has left; programs dial until it is there. */
  public synchronized void recover() throws IOException {
    if (Files.exists(socket)) {
      listen();
    }
  }

  /** Expects the tasks of a step, of that user, and says where they find this endpoint. */
  public synchronized Path expect(StepId step, String user) throws IOException {
    users.put(step, user);
    listen();
    return socket;
  }

  private void listen() throws IOException {
    if (listener != null || closed) {
      return;
    }
    Files.createDirectories(socket.getParent());
    Files.deleteIfExists(socket);
    ServerSocketChannel fresh = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    fresh.bind(UnixDomainSocketAddress.of(socket), BACKLOG);
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
    listener = fresh;
    Thread.ofVirtual().name("adapt-" + node).start(() -> accept(fresh));
  }

  /** What tasks are to be told; asked for once more, it is a question how they stand. */
  public synchronized void take(NodeOrder order) {
    JobTalk talk = talk(order.job(), order.attempt());
    if (!talk.take(order)) {
      out.accept(talk.standing());
    }
  }

  /** Says all that a controller may not know. */
  public synchronized void announce() {
    talks.values().stream().filter(JobTalk::connected).forEach(t -> out.accept(t.standing()));
  }

  /** Forgets the attempts that have no step here any more. */
  public synchronized void keep(List<StepId> steps) {
    TreeSet<String> live = new TreeSet<>();
    steps.forEach(step -> live.add(key(step.job(), step.attempt())));
    talks.entrySet().removeIf(e -> !e.getValue().connected() && !live.contains(e.getKey()));
    users.keySet().removeIf(step -> !live.contains(key(step.job(), step.attempt())));
  }

  private JobTalk talk(JobId job, int attempt) {
    return talks.computeIfAbsent(key(job, attempt), _ -> new JobTalk(job, attempt, node, clock));
  }

  private static String key(JobId job, int attempt) {
    return job + "-" + attempt;
  }

  private void accept(ServerSocketChannel from) {
    while (true) {
      try {
        SocketChannel channel = from.accept();
        Thread.ofVirtual().name("adapt-from-task").start(() -> serve(channel));
      } catch (IOException e) {
        LOG.debug("Node {}: the endpoint for programs is closed: {}", node, e.getMessage());
        return;
      }
    }
  }

  private void serve(SocketChannel channel) {
    LineChannel lines = new LineChannel(channel);
    TaskLine line = null;
    JobTalk talk = null;
    try (lines) {
      WireMessage hello = lines.receive();
      if (hello == null) {
        return;
      }
      StepId step = stepOf(hello, channel);
      synchronized (this) {
        talk = talk(step.job(), step.attempt());
        line = new TaskLine(hello.need("task"), lines);
        talk.hello(line, hello.need("address"));
        out.accept(talk.standing());
      }
      for (WireMessage said = lines.receive(); said != null; said = lines.receive()) {
        synchronized (this) {
          if (talk.hear(line, said)) {
            out.accept(talk.standing());
          }
        }
      }
    } catch (WireException e) {
      LOG.warn("Node {}: {}", node, e.getMessage());
      reject(lines, e.getMessage());
    } catch (IOException e) {
      LOG.debug("Node {}: a task's connection broke: {}", node, e.getMessage());
    } finally {
      if (line != null && talk != null) {
        goneQuietly(talk, line);
      }
    }
  }

  private synchronized void goneQuietly(JobTalk talk, TaskLine line) {
    try {
      talk.gone(line);
    } catch (IOException e) {
      LOG.debug("Node {}: a connection did not close: {}", node, e.getMessage());
    }
  }

  /** The step whose task this is; a task of another user is none. */
  private StepId stepOf(WireMessage hello, SocketChannel channel) throws IOException {
    String task = hello.need("task");
    int dot = task.lastIndexOf('.');
    if (!hello.command().equals("hello")
        || hello.number("version") != WireMessage.VERSION
        || dot < 0) {
      throw new WireException(
          "Expected hello of version %d from one of our tasks, but got %s."
              .formatted(WireMessage.VERSION, hello.encode()));
    }
    StepId step;
    try {
      step = StepId.parseKey(task.substring(0, dot));
    } catch (IllegalArgumentException e) {
      throw new WireException("Expected one of our tasks, but got '" + task + "'.", e);
    }
    String peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    synchronized (this) {
      String user = users.get(step);
      if (user != null && !user.equals(peer) && !System.getProperty("user.name").equals(peer)) {
        throw new WireException(
            "Expected task %s to be a process of %s, but it is one of %s."
                .formatted(task, user, peer));
      }
    }
    return step;
  }

  private static void reject(LineChannel lines, @Nullable String why) {
    try {
      lines.send(WireMessage.of("rejected").with("reason", String.valueOf(why)));
      lines.close();
    } catch (IOException e) {
      LOG.debug("A rejected task was gone already: {}", e.getMessage());
    }
  }

  /** Stops listening; the socket stays, as a mark for the next agent. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    ServerSocketChannel open = listener;
    if (open != null) {
      open.close();
    }
    for (JobTalk talk : talks.values()) {
      talk.closeLines();
    }
  }
}

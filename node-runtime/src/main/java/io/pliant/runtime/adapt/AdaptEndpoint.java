package io.pliant.runtime.adapt;

import io.pliant.core.adaptation.AgentReport;
import io.pliant.core.adaptation.NodeOrder;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.core.spec.Submitter;
import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import io.pliant.runtime.security.PeerCredentials;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the malleable programs of one node talk to their agent: a Unix domain socket, a light
 * thread for each connection. It opens when the first such program is started, and again after a
 * restart of the agent, at the same path. Who speaks is who the kernel says, and only root and the
 * owners of live steps are heard.
 */
public final class AdaptEndpoint implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptEndpoint.class);
  private static final int BACKLOG = 256;
  private static final int HELLO_WITHIN_SECONDS = 5;
  private static final int LONGEST_COMPLAINT = 300;
  private static final long COMPLAIN_EVERY_NANOS = 10_000_000_000L;

  private final Tools tools;
  private final NodeName node;
  private final SocketPath path;
  private final Runnable news;
  private final Map<String, JobTalk> talks = new TreeMap<>();
  private final TreeSet<String> changed = new TreeSet<>();
  private final ExpectedTasks expected = new ExpectedTasks();
  private @Nullable ServerSocketChannel listener;
  private boolean closed;
  private int complaints;
  private long complainedNanos;

  /** What the endpoints of all nodes of a process share. */
  public record Tools(Clock clock, AdaptBudget budget, PeerCredentials peers) {}

  /**
   * An endpoint that is not open yet.
   *
   * @param folder the node's own; a path that is too long for a socket gets a short one instead
   * @param news called when there is something in {@link #news()} after there was nothing; under a
   *     lock, so it must not wait
   */
  public AdaptEndpoint(NodeName node, Path folder, Tools tools, Runnable news) {
    this.node = node;
    this.path = SocketPath.in(folder);
    this.tools = tools;
    this.news = news;
  }

  /**
   * Opens again what an earlier agent has left; programs dial until it is there.
   *
   * @param steps the steps that run here, and whose they are
   */
  public synchronized void recover(Map<StepId, TaskOwner> steps) throws IOException {
    steps.forEach(expected::add);
    if (!steps.isEmpty()) {
      listen();
    }
  }

  /** Expects the tasks of a step, and says where they find this endpoint. */
  public synchronized Path expect(StepId step, TaskOwner owner) throws IOException {
    expected.add(step, owner);
    listen();
    return path.socket();
  }

  /** A step was not started after all, or is over. */
  public synchronized void forget(StepId step) {
    expected.remove(step);
  }

  private void listen() throws IOException {
    if (listener != null || closed) {
      return;
    }
    path.prepare();
    Path socket = path.socket();
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
      tell(talk);
    }
  }

  /** What the application is to know now; each attempt once, as it stands. */
  public synchronized List<AgentReport> news() {
    List<AgentReport> standings = new ArrayList<>();
    for (String key : changed) {
      JobTalk talk = talks.get(key);
      if (talk != null) {
        standings.add(talk.report());
      }
    }
    changed.clear();
    return standings;
  }

  private void tell(JobTalk talk) {
    boolean first = changed.isEmpty();
    changed.add(talk.key());
    if (first) {
      news.run();
    }
  }

  /** Says all that a controller may not know. */
  public synchronized void announce() {
    talks.values().stream().filter(JobTalk::connected).forEach(this::tell);
  }

  /**
   * Forgets the attempts that have no step here any more.
   *
   * @param live those of the steps whose tasks may still speak
   */
  public synchronized void keep(List<StepId> steps, List<StepId> live) {
    TreeSet<String> attempts = new TreeSet<>();
    steps.forEach(step -> attempts.add(JobTalk.key(step.job(), step.attempt())));
    talks.entrySet().removeIf(e -> !e.getValue().connected() && !attempts.contains(e.getKey()));
    expected.keep(live);
  }

  private JobTalk talk(JobId job, int attempt) {
    return talks.computeIfAbsent(
        JobTalk.key(job, attempt), _ -> new JobTalk(job, attempt, node, tools.clock()));
  }

  private void accept(ServerSocketChannel from) {
    while (true) {
      try {
        SocketChannel channel = from.accept();
        Thread.ofVirtual().name("adapt-from-task").start(() -> admit(channel));
      } catch (IOException e) {
        LOG.debug("Node {}: the endpoint for programs is closed: {}", node, e.getMessage());
        return;
      }
    }
  }

  /** The kernel says who is there before a byte of his is read. */
  private void admit(SocketChannel channel) {
    LineChannel lines = new LineChannel(channel);
    try {
      Submitter peer = tools.peers().of(channel);
      if (peer == null) {
        throw new WireException("Expected a user of this host, but the kernel names none.");
      }
      int most;
      synchronized (this) {
        most = expected.connectionsOf(peer.uid());
      }
      if (!tools.budget().enter(node, peer.uid(), most)) {
        throw new WireException(
            "Expected at most %d connections of user %d.".formatted(most, peer.uid()));
      }
      try {
        serve(new TaskInput(channel, tools.budget(), peer.uid()), lines, peer.uid());
      } finally {
        tools.budget().leave(node, peer.uid());
      }
    } catch (WireException e) {
      refused(lines, e.getMessage());
    } catch (IllegalArgumentException e) {
      refused(lines, "Expected a line of version 1, but " + e.getMessage());
    } catch (IOException | IllegalStateException e) {
      LOG.debug("Node {}: a task's connection broke: {}", node, e.getMessage());
    } finally {
      closeQuietly(lines);
    }
  }

  private void serve(TaskInput input, LineChannel lines, int uid) throws IOException {
    WireMessage hello = hello(input, lines);
    if (hello == null) {
      return;
    }
    String task = hello.need("task");
    String address = TaskWords.word("an address", hello.need("address"));
    JobTalk talk;
    TaskLine line;
    synchronized (this) {
      StepId step = expected.step(task, uid);
      talk = talk(step.job(), step.attempt());
      line = new TaskLine(task, lines);
      talk.hello(line, address);
      tell(talk);
    }
    try {
      for (WireMessage said = input.receive(); said != null; said = input.receive()) {
        synchronized (this) {
          if (talk.hear(line, said)) {
            tell(talk);
          }
        }
      }
    } catch (WireException e) {
      line.end(rejection(e.getMessage()));
    } catch (IllegalArgumentException e) {
      line.end(rejection("Expected a line of version 1, but " + e.getMessage()));
    } finally {
      gone(talk, line);
    }
  }

  /** The first line, or null when the peer has ended; who says nothing is not waited for. */
  private static @Nullable WireMessage hello(TaskInput input, LineChannel lines)
      throws IOException {
    AtomicBoolean said = new AtomicBoolean();
    CompletableFuture.delayedExecutor(HELLO_WITHIN_SECONDS, TimeUnit.SECONDS)
        .execute(() -> {
          if (!said.get()) {
            closeQuietly(lines);
          }
        });
    WireMessage hello = input.receive();
    said.set(true);
    if (hello != null
        && (!hello.command().equals("hello") || hello.number("version") != WireMessage.VERSION)) {
      throw new WireException(
          "Expected hello of version %d, but got %s."
              .formatted(WireMessage.VERSION, hello.command()));
    }
    return hello;
  }

  private void refused(LineChannel lines, @Nullable String why) {
    try {
      lines.send(rejection(why));
    } catch (IOException e) {
      LOG.debug("A rejected task was gone already: {}", e.getMessage());
    }
  }

  private WireMessage rejection(@Nullable String why) {
    String text = String.valueOf(why);
    String brief =
        text.length() <= LONGEST_COMPLAINT ? text : text.substring(0, LONGEST_COMPLAINT) + "...";
    complaint(brief);
    return WireMessage.of("rejected").with("reason", brief);
  }

  /** Users can make as many of these as they like, so only some of them reach the log. */
  private synchronized void complaint(String text) {
    long now = System.nanoTime();
    if (complaints > 0 && now - complainedNanos < COMPLAIN_EVERY_NANOS) {
      complaints++;
      return;
    }
    LOG.warn("Node {}: a task's connection ends: {} ({} more)", node, text, complaints);
    complaints = 1;
    complainedNanos = now;
  }

  private static void closeQuietly(LineChannel lines) {
    try {
      lines.close();
    } catch (IOException e) {
      LOG.debug("A connection did not close: {}", e.getMessage());
    }
  }

  private synchronized void gone(JobTalk talk, TaskLine line) {
    talk.gone(line);
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

package io.pliant.cli.run;

import io.pliant.core.id.ExitStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the nodes of a step to connect, copies their output, gives them the input. Thread-safe.
 */
final class StepListener implements AutoCloseable, ExchangeDesk {
  private static final ExitStatus FAILED = new ExitStatus(1, 0);

  private final ServerSocket server;
  private final String secret;
  private final RunMessages messages;
  private final TaskOutput output;
  private final InputFanout input = new InputFanout();
  private final Map<Integer, NodeStream> streams = new TreeMap<>();
  private final Map<Integer, NodeStream> ended = new TreeMap<>();
  private volatile StepExchange exchange = new StepExchange();
  private String attempt = "";
  private boolean ending;
  private @Nullable ExitStatus lost;

  private StepListener(
      ServerSocket server, String secret, TaskOutput output, RunMessages messages) {
    this.server = server;
    this.secret = secret;
    this.output = output;
    this.messages = messages;
  }

  /** Listens on a free port of this address. */
  static StepListener open(
      InetAddress address, String secret, TaskOutput output, RunMessages messages)
      throws IOException {
    return new StepListener(new ServerSocket(0, 512, address), secret, output, messages);
  }

  /** The address that nodes are told: a number, without a scope of this host. */
  String host() {
    String address = server.getInetAddress().getHostAddress();
    int scope = address.indexOf('%');
    return scope < 0 ? address : address.substring(0, scope);
  }

  String secret() {
    return secret;
  }

  int port() {
    return server.getLocalPort();
  }

  /**
   * Begins to accept.
   *
   * @param stdin given to every node of the step
   */
  void serve(StepInput stdin) {
    daemon("input", () -> copyInput(stdin));
    daemon("accept", this::acceptAll);
  }

  /** The step is known to have so many nodes. */
  void expect(int nodes) {
    input.expect(nodes);
  }

  @Override
  public void contributed(int node, StepExchange.Gather gather, boolean more, byte[] piece) {
    try {
      StepExchange.Result result = exchange.contribute(node, gather, more, piece);
      if (result != null) {
        tell(result);
      } else if (!more) {
        ended().values().forEach(this::lookMissed);
      }
    } catch (IOException e) {
      lose(FAILED, e.getMessage());
    }
  }

  @Override
  public void lost(String node, ExitStatus how, String why) {
    lose(how, node + ": " + why);
  }

  /** Gives the nodes of a gather its result. */
  private synchronized void tell(StepExchange.Result result) {
    for (int node : result.nodes()) {
      NodeStream stream = streams.get(node);
      try {
        if (stream != null) {
          stream.gathered(result.gather(), result.bytes());
        }
      } catch (IOException e) {
        noteGone(stream, e);
      }
    }
  }

  /** Ends the step on all nodes, also on those that connect later; said once. */
  private synchronized void lose(ExitStatus how, @Nullable String why) {
    if (lost != null || ending) {
      return;
    }
    lost = how;
    messages.error(String.valueOf(why));
    streams.values().forEach(this::tellLoss);
  }

  private void tellLoss(NodeStream stream) {
    ExitStatus how = lost;
    try {
      if (how != null) {
        stream.lost(how);
      }
    } catch (IOException e) {
      noteGone(stream, e);
    }
  }

  private void noteGone(NodeStream stream, IOException e) {
    messages.note("node " + stream.hello().node() + " is gone: " + e.getMessage());
  }

  /** A node has gone. Those that wait for it, or whose tasks need its own, would wait for ever. */
  private void lookMissed(NodeStream stream) {
    if (exchange.used() && stream.exits().size() < stream.hello().taskCount()) {
      lose(
          FAILED,
          "node %s lost what watches over its tasks: the step is ended"
              .formatted(stream.hello().node()));
    }
    try {
      if (exchange.missed(stream.hello().index())) {
        lose(
            FAILED,
            "the tasks of node %s have ended, while others wait for them to call MPI_Init"
                .formatted(stream.hello().node()));
      }
    } catch (IOException e) {
      lose(FAILED, e.getMessage());
    }
  }

  /** Sends a signal to all nodes, now and when they connect later; 0 ends the step. */
  synchronized void signal(int signal) {
    ending |= signal == 0;
    for (NodeStream stream : streams.values()) {
      try {
        stream.signal(signal);
      } catch (IOException e) {
        noteGone(stream, e);
      }
    }
  }

  /** Streams of nodes that have closed their connection, by node index. */
  synchronized Map<Integer, NodeStream> ended() {
    return new TreeMap<>(ended);
  }

  /** How tasks have ended so far, on all nodes. */
  synchronized List<TaskExit> exits() {
    return streams.values().stream().flatMap(stream -> stream.exits().stream()).toList();
  }

  /** Number of nodes that have connected. */
  synchronized int connected() {
    return streams.size();
  }

  /** Waits until a node has connected. */
  synchronized void awaitNode() throws InterruptedException {
    while (streams.isEmpty()) {
      wait();
    }
  }

  /** Waits until something changes, at most so long; the caller looks again and loops. */
  @SuppressWarnings("WaitNotInLoop")
  synchronized void awaitChange(long millis) throws InterruptedException {
    wait(millis);
  }

  /** Wakes who waits for a change. */
  synchronized void wake() {
    notifyAll();
  }

  private void copyInput(StepInput stdin) {
    try {
      stdin.copyTo(input);
    } catch (IOException e) {
      input.end();
      messages.error("Expected to read standard input, but " + e.getMessage());
    } catch (InterruptedException e) {
      input.end();
      Thread.currentThread().interrupt();
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = server.accept();
        daemon("node", () -> serve(socket));
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket socket) {
    NodeStream stream;
    try {
      stream = NodeStream.accept(socket, secret);
    } catch (IOException e) {
      messages.note("turned away " + socket.getRemoteSocketAddress() + ": " + e.getMessage());
      return;
    }
    join(stream);
    try {
      stream.readUntilClosed(output, messages, this);
    } catch (IOException e) {
      messages.error(stream.hello().node() + ": lost its streams: " + e.getMessage());
    }
    messages.failures(stream.hello().node(), stream.exits());
    lookMissed(stream);
    synchronized (this) {
      ended.put(stream.hello().index(), stream);
      notifyAll();
    }
  }

  private synchronized void join(NodeStream stream) {
    if (!stream.hello().attempt().equals(attempt)) {
      if (!attempt.isEmpty()) {
        messages.error(
            "the job lost a node, or what watches over its tasks there: it begins anew, as attempt "
                + stream.hello().attempt());
      }
      attempt = stream.hello().attempt();
      exchange = new StepExchange();
      lost = null;
      streams.keySet().removeAll(ended.keySet());
      ended.clear();
    }
    streams.put(stream.hello().index(), stream);
    daemon("to " + stream.hello().node(), () -> write(stream));
    daemon("input of " + stream.hello().node(), () -> writeInput(stream));
    tellLoss(stream);
    if (ending) {
      signal(0);
    }
    lookComplete(stream.hello().totalTasks());
    notifyAll();
  }

  /** Its nodes are all here once they have all tasks among them. */
  private void lookComplete(int tasks) {
    int here = streams.values().stream().mapToInt(one -> one.hello().taskCount()).sum();
    try {
      if (here == tasks) {
        exchange.expect(streams.size()).forEach(this::tell);
      }
    } catch (IOException e) {
      lose(FAILED, e.getMessage());
    }
  }

  private static void write(NodeStream stream) {
    try {
      stream.writeUntilClosed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeInput(NodeStream stream) {
    try {
      stream.writeInput(input);
    } catch (IOException e) {
      // The node has closed its side: its tasks are over and need no more input.
      input.leave(stream.hello().index());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread.ofPlatform().daemon().name(name).start(work);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

package io.pliant.cli.run;

import io.pliant.core.id.ExitStatus;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The connection of one node of the step. Reads on one thread; input and signals come from others.
 */
final class NodeStream {
  private static final int HELLO_MILLIS = 5_000;
  private static final int WINDOW = 262_144;
  private static final int PIECE = 65_536;

  private final Socket socket;
  private final NodeHello hello;
  private final FrameReader frames;
  private final NodeOutbox outbox;
  private final List<TaskExit> exits = new ArrayList<>();
  private final List<TaskUse> uses = new ArrayList<>();
  private long unanswered;
  private boolean closed;

  private NodeStream(Socket socket, NodeHello hello, FrameReader frames, NodeOutbox outbox) {
    this.socket = socket;
    this.hello = hello;
    this.frames = frames;
    this.outbox = outbox;
  }

  /**
   * Checks who is calling; throws IOException, with the socket closed, when it is no node of ours.
   */
  static NodeStream accept(Socket socket, String secret) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(HELLO_MILLIS);
      FrameReader frames =
          new FrameReader(new BufferedInputStream(socket.getInputStream(), 65_536));
      String line = frames.line();
      NodeHello hello = NodeHello.parse(line == null ? "" : line, secret);
      socket.setSoTimeout(0);
      return new NodeStream(socket, hello, frames, new NodeOutbox(socket.getOutputStream()));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  NodeHello hello() {
    return hello;
  }

  /** Exits reported so far, in the order of their report. */
  synchronized List<TaskExit> exits() {
    return List.copyOf(exits);
  }

  /** What its tasks said that they have used. */
  synchronized List<TaskUse> uses() {
    return List.copyOf(uses);
  }

  /** Writes what is sent to the node until {@link #readUntilClosed} is over. */
  void writeUntilClosed() throws InterruptedException {
    outbox.writeAll();
  }

  /** Passes output on until the node closes the connection, or it breaks. */
  void readUntilClosed(TaskOutput sink, RunMessages messages, ExchangeDesk desk)
      throws IOException {
    try (socket) {
      sink.expect(hello.totalTasks());
      for (String line = frames.line(); line != null; line = frames.line()) {
        frame(line.split(" ", -1), sink, messages, desk);
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(
          "Expected a frame, but node " + hello.node() + " sent something else.", e);
    } finally {
      close();
    }
  }

  /** Sends all of the input, as fast as the node takes it. */
  void writeInput(InputFanout input) throws IOException, InterruptedException {
    try {
      for (byte[] chunk = input.next(hello.index());
          chunk != null;
          chunk = input.next(hello.index())) {
        if (!awaitWindow(chunk.length)) {
          return;
        }
        outbox.usual(joined("i " + chunk.length + "\n", chunk));
      }
      outbox.usual(joined("c\n", new byte[0]));
    } finally {
      input.leave(hello.index());
    }
  }

  /** Sends a signal to the tasks; 0 ends the step on this node. */
  void signal(int signal) throws IOException {
    outbox.urgent(joined("s " + signal + "\n", new byte[0]));
  }

  /** Ends its tasks: one without which they cannot go on was lost, and ended so. */
  void lost(ExitStatus how) throws IOException {
    outbox.urgent(joined("q %d %d\n".formatted(how.code(), how.signal()), new byte[0]));
  }

  /** Tells it the result of a gather. */
  void gathered(StepExchange.Gather gather, byte[] bytes) throws IOException {
    int at = 0;
    do {
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + PIECE));
      at += piece.length;
      int more = at < bytes.length ? 1 : 0;
      String head =
          "g %s %s %d %d\n".formatted(gather.channel(), gather.nodes(), more, piece.length);
      outbox.usual(joined(head, piece));
    } while (at < bytes.length);
  }

  private void frame(String[] words, TaskOutput sink, RunMessages messages, ExchangeDesk desk)
      throws IOException {
    switch (words[0]) {
      case "o" -> sink.stdout(number(words[1]), frames.payload(number(words[2])));
      case "e" -> sink.stderr(number(words[1]), frames.payload(number(words[2])));
      case "u" -> used(TaskUse.parse(words, frames.text(number(words[8]))));
      case "a" -> answered(number(words[1]));
      case "g" ->
          desk.contributed(
              hello.index(),
              new StepExchange.Gather(words[1], words[2]),
              !words[3].equals("0"),
              frames.payload(number(words[4])));
      case "q" ->
          desk.lost(
              hello.node(),
              new ExitStatus(number(words[2]), number(words[3])),
              frames.text(number(words[4])));
      case "m" -> messages.fromNode(hello.node(), frames.text(number(words[1])));
      case "x" ->
          exited(
              new TaskExit(number(words[1]), new ExitStatus(number(words[2]), number(words[3]))));
      default -> throw new IOException("Expected a frame, but got '" + words[0] + "'.");
    }
  }

  private synchronized void exited(TaskExit exit) {
    exits.add(exit);
  }

  private synchronized void used(TaskUse use) throws IOException {
    if (uses.size() >= hello.taskCount()) {
      throw new IOException("Expected the use of " + hello.taskCount() + " tasks, but got more.");
    }
    uses.add(use);
  }

  private synchronized void answered(int count) {
    unanswered -= count;
    notifyAll();
  }

  private synchronized boolean awaitWindow(int length) throws InterruptedException {
    while (unanswered + length > WINDOW && !closed) {
      wait();
    }
    unanswered += length;
    return !closed;
  }

  private synchronized void close() {
    closed = true;
    outbox.close();
    notifyAll();
  }

  private static byte[] joined(String line, byte[] payload) {
    byte[] head = line.getBytes(StandardCharsets.US_ASCII);
    byte[] frame = Arrays.copyOf(head, head.length + payload.length);
    System.arraycopy(payload, 0, frame, head.length, payload.length);
    return frame;
  }

  private static int number(String word) {
    return Integer.parseInt(word);
  }
}

package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.Member;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Another task of the job, played by the suite: connections, frames, rendezvous words. */
final class Peer implements Closeable {
  /** What is heard when a connection ends. */
  static final String END = "end";

  /** What is heard for a sign of life. */
  static final String ALIVE = "alive";

  /** What is heard for a goodbye. */
  static final String GOODBYE = "goodbye";

  private final String task;
  private final ServerSocket listener;
  private final long patienceMillis;
  private final BlockingDeque<String> heard = new LinkedBlockingDeque<>();
  private final List<Socket> sockets = new ArrayList<>();
  private @Nullable DataOutputStream out;

  Peer(String task, long patienceMillis) throws IOException {
    this.task = task;
    this.patienceMillis = patienceMillis;
    this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  private static void daemon(Runnable body) {
    Thread thread = new Thread(body, "conformance-peer");
    thread.setDaemon(true);
    thread.start();
  }

  Member member() {
    return new Member(task, "n-" + task, "127.0.0.1", listener.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        daemon(() -> greet(socket));
      }
    } catch (IOException e) {
      assert listener.isClosed() : e; // it has died, or the case is over
    }
  }

  private void greet(Socket socket) {
    try {
      keep(socket);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
        line.append((char) next);
      }
      String right = "pliant-comm 1 " + Client.SECRET + " " + Client.TASK;
      if (!line.toString().equals(right)) {
        heard.add("Expected the greeting '" + right + "', but got '" + line + "'.");
        return;
      }
      listen(in);
    } catch (IOException e) {
      heard.add(END);
    }
  }

  private synchronized void keep(Socket socket) throws IOException {
    sockets.add(socket);
    socket.setTcpNoDelay(true);
    if (out == null) {
      out = new DataOutputStream(socket.getOutputStream());
    }
  }

  /** Dials the client. */
  void dial(Member client, String greeting) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(client.host(), client.port()), (int) patienceMillis);
    keep(socket);
    socket.getOutputStream().write((greeting + "\n").getBytes(StandardCharsets.UTF_8));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    daemon(() -> listen(in));
  }

  /** Dials as a task of the job does. */
  void dial(Member client) throws IOException {
    dial(client, "pliant-comm 1 " + Client.SECRET + " " + task);
  }

  private void listen(DataInputStream in) {
    try {
      while (true) {
        byte type = in.readByte();
        int context = in.readInt();
        int rank = in.readInt();
        int tag = in.readInt();
        byte[] payload = new byte[in.readInt()];
        in.readFully(payload);
        heard.add(
            switch (type) {
              case 1 -> "data";
              case 2 ->
                  tag
                      + " "
                      + context
                      + "/"
                      + rank
                      + " "
                      + new String(payload, StandardCharsets.US_ASCII);
              case 3 -> ALIVE;
              case 4 -> payload.length == 8 ? GOODBYE : "goodbye of " + payload.length + " bytes";
              default -> "frame of type " + type;
            });
      }
    } catch (IOException e) {
      heard.add(END);
    }
  }

  /** A rendezvous word from that rank in that context. */
  void say(int context, int rank, String words) throws IOException {
    byte[] payload = words.getBytes(StandardCharsets.US_ASCII);
    frame(2, context, rank, payload);
  }

  /** A sign of life. */
  void live() throws IOException {
    frame(3, 0, 0, new byte[0]);
  }

  /** Leaves in good order, having sent no data. */
  void leave() throws IOException {
    frame(4, 0, 0, new byte[8]);
  }

  private synchronized void frame(int type, int context, int rank, byte[] payload)
      throws IOException {
    DataOutputStream to = out;
    if (to == null) {
      throw new IOException("Expected a connection with the client, but there is none.");
    }
    java.nio.ByteBuffer frame = java.nio.ByteBuffer.allocate(17 + payload.length);
    frame.put((byte) type).putInt(context).putInt(rank).putInt(0).putInt(payload.length);
    to.write(frame.put(payload).array());
    to.flush();
  }

  /** The probe that the client names in a rendezvous word, which must be the next it says. */
  long expect(int context, int rank, String word, int adaptation) throws Unmet {
    String start = "0 " + context + "/" + rank + " " + word + " " + adaptation + " ";
    String next = next("the rendezvous word " + word);
    Unmet.unless(
        next.startsWith(start) && next.substring(start.length()).matches("[0-9]{1,18}"),
        "a rendezvous word '" + start + "PROBE'",
        "'" + next + "'");
    return Long.parseLong(next.substring(start.length()));
  }

  /** Puts back what was heard. */
  void again(String words) {
    heard.addFirst(words);
  }

  /** What is heard next but signs of life must be that. */
  void expect(String what) throws Unmet {
    String next = next(what);
    Unmet.unless(next.equals(what), what, next);
  }

  /** The next thing heard, signs of life passed over unless that is what is wanted. */
  String next(String what) throws Unmet {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    while (true) {
      String next;
      try {
        next = heard.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Unmet("Expected " + what + ", but the suite was interrupted.");
      }
      Unmet.unless(next != null, what + " within " + patienceMillis + " ms", "nothing");
      String sure = java.util.Objects.requireNonNull(next);
      if (what.equals(ALIVE) || !sure.equals(ALIVE)) {
        return sure;
      }
    }
  }

  /** Ends the connections as a dying process does. */
  synchronized void die() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    listener.close();
  }

  @Override
  public void close() throws IOException {
    die();
  }
}

package io.pliant.imp.internal;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One connection to another task: a reader thread, and writes by whoever sends. */
final class Peer {
  private static final int HANDSHAKE_MILLIS = 10_000;

  private final Fabric fabric;
  private final Socket socket;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable String task;
  private volatile boolean leaving;
  private boolean saidGoodbye; // nothing more goes out; changed and read under writing
  private volatile boolean delivering;
  private volatile long heardAt = System.nanoTime();

  private Peer(Fabric fabric, Socket socket, @Nullable String task) {
    this.fabric = fabric;
    this.socket = socket;
    this.task = task;
  }

  static Peer accepted(Fabric fabric, Socket socket) {
    return new Peer(fabric, socket, null);
  }

  /** Says who we are; the first line of every connection: {@code pliant-comm 1 secret task}. */
  static Peer dialled(Fabric fabric, Socket socket, String task) throws IOException {
    socket.setTcpNoDelay(true);
    String line = "pliant-comm 1 " + fabric.secret() + " " + fabric.task() + "\n";
    socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    return new Peer(fabric, socket, task);
  }

  void start() {
    fabric.opened(this);
    Fabric.thread("pliant-peer", this::read).start();
  }

  private void read() {
    String why = null;
    try {
      DataInputStream in =
          new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
      String from = task == null ? introduced(in) : task;
      if (from == null) {
        return;
      }
      boolean more = true;
      while (more) {
        more = take(in, from);
      }
    } catch (EOFException e) {
      why = leaving ? null : "its process has ended";
    } catch (IOException e) {
      why = leaving ? null : "its connection broke (" + e.getMessage() + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(why);
    }
  }

  private boolean take(DataInputStream in, String from) throws IOException, InterruptedException {
    Frame frame = Frame.read(in);
    heardAt = System.nanoTime();
    switch (frame.type()) {
      case Frame.GOODBYE -> {
        leaving = true;
        fabric.goodbye(from, ByteBuffer.wrap(frame.payload()).getLong());
        return false;
      }
      case Frame.HEARTBEAT -> {}
      default -> {
        delivering = true;
        fabric.delivered(frame, from);
        delivering = false;
        heardAt = System.nanoTime();
      }
    }
    return true;
  }

  /** Reads the first line of one who dialled us; null when it is none of our job. */
  private @Nullable String introduced(DataInputStream in) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(HANDSHAKE_MILLIS);
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > 1024) {
        return null;
      }
      line.append((char) next);
    }
    socket.setSoTimeout(0);
    String[] words = line.toString().split(" ", -1);
    byte[] ours = fabric.secret().getBytes(StandardCharsets.UTF_8);
    if (words.length != 4
        || !words[0].equals("pliant-comm")
        || !words[1].equals("1")
        || !MessageDigest.isEqual(ours, words[2].getBytes(StandardCharsets.UTF_8))) {
      return null;
    }
    known(words[3]);
    fabric.introduced(words[3], this);
    return words[3];
  }

  boolean send(Frame frame) {
    writing.lock();
    try {
      if (saidGoodbye) {
        return false;
      }
      frame.write(socket.getOutputStream());
      return true;
    } catch (IOException e) {
      end("its connection broke (" + e.getMessage() + ")");
      return false;
    } finally {
      writing.unlock();
    }
  }

  /**
   * A sign of life, unless a message is being written anyway or the goodbye was the last word; and
   * a look at the other's.
   */
  void beat(long now) {
    if (!delivering && now - heardAt > fabric.options().silence().toNanos()) {
      end("nothing was heard of it for " + fabric.options().silence());
      return;
    }
    trySend(Frame.sign(Frame.HEARTBEAT));
  }

  /** Says once that no more will come; to one who has not said who it is, as soon as it has. */
  synchronized void goodbye() {
    leaving = true;
    String other = task;
    if (other == null) {
      return;
    }
    byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(fabric.sentTo(other)).array();
    writing.lock();
    try {
      if (!saidGoodbye) {
        saidGoodbye = true;
        new Frame(Frame.GOODBYE, 0, 0, 0, count).write(socket.getOutputStream());
        socket.shutdownOutput(); // the other end reads all, then closes; our reader sees that
      }
    } catch (IOException e) {
      end("its connection broke (" + e.getMessage() + ")");
    } finally {
      writing.unlock();
    }
  }

  private synchronized void known(String other) {
    task = other;
    if (leaving) {
      goodbye();
    }
  }

  private void trySend(Frame frame) {
    if (!writing.tryLock()) {
      return;
    }
    try {
      if (!saidGoodbye) {
        frame.write(socket.getOutputStream());
      }
    } catch (IOException e) {
      end("its connection broke (" + e.getMessage() + ")");
    } finally {
      writing.unlock();
    }
  }

  void sever() {
    leaving = true;
    end(null);
  }

  private void end(@Nullable String why) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    fabric.ended(task, this, leaving ? null : why);
    try {
      socket.close();
    } catch (IOException e) {
      // nothing is owed to a connection that is over; the reason was told above
      fabric.ended(task, this, leaving ? null : "its connection broke (" + e.getMessage() + ")");
    }
  }
}

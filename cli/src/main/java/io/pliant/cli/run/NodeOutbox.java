package io.pliant.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written to one node: signals before all else. Whoever sends waits for nobody, since
 * a node that stands still must not hold up the signals of others. Thread-safe.
 */
final class NodeOutbox {
  private final OutputStream output;
  private final Queue<byte[]> urgent = new ArrayDeque<>();
  private final Queue<byte[]> usual = new ArrayDeque<>();
  private boolean closed;
  private @Nullable IOException failure;

  NodeOutbox(OutputStream output) {
    this.output = output;
  }

  /** A frame that overtakes all that waits; throws when the connection is known to be broken. */
  synchronized void urgent(byte[] frame) throws IOException {
    add(urgent, frame);
  }

  /** A frame in its turn; throws when the connection is known to be broken. */
  synchronized void usual(byte[] frame) throws IOException {
    add(usual, frame);
  }

  private void add(Queue<byte[]> queue, byte[] frame) throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    queue.add(frame);
    notifyAll();
  }

  /** Writes until it is closed or the connection breaks. */
  void writeAll() throws InterruptedException {
    try {
      for (byte[] frame = next(); frame != null; frame = next()) {
        output.write(frame);
        output.flush();
      }
    } catch (IOException e) {
      synchronized (this) {
        failure = e;
        urgent.clear();
        usual.clear();
      }
    }
  }

  private synchronized byte @Nullable [] next() throws InterruptedException {
    while (urgent.isEmpty() && usual.isEmpty() && !closed) {
      wait();
    }
    if (closed) {
      return null;
    }
    byte[] first = urgent.poll();
    return first == null ? usual.poll() : first;
  }

  /** The node has gone: nothing more is written. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}

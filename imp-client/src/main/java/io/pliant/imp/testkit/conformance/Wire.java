package io.pliant.imp.testkit.conformance;

import io.pliant.imp.wire.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One connection of the client to the agent that the suite plays; checks each line it hears. */
final class Wire implements Closeable {
  /** What the reading thread puts last: the connection is over. */
  private static final WireMessage END = WireMessage.of("end");

  private final SocketChannel channel;
  private final long patienceMillis;
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

  Wire(SocketChannel channel, long patienceMillis) {
    this.channel = channel;
    this.patienceMillis = patienceMillis;
    Thread reader = new Thread(this::read, "conformance-wire");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    ByteBuffer in = ByteBuffer.allocate(8192);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      while (channel.read(in.clear()) >= 0) {
        in.flip();
        while (in.hasRemaining()) {
          byte next = in.get();
          if (next != '\n') {
            line.write(next);
            Unmet.unless(line.size() <= WireMessage.MAX_LINE, "a line of 1 MiB", line.size());
            continue;
          }
          heard.add(Grammar.read(line.toByteArray()));
          line.reset();
        }
      }
      Unmet.unless(line.size() == 0, "whole lines", line.toString(StandardCharsets.UTF_8));
      heard.add(END);
    } catch (IOException e) {
      heard.add(END); // an end without ceremony is one, too
    } catch (Unmet e) {
      heard.add(e);
    }
  }

  void say(WireMessage message) {
    raw(message.bytes());
  }

  /**
   * Sends bytes as they are. When the other end is gone already the next expectation tells: it
   * hears the end of the connection and not what it waits for.
   */
  void raw(byte[] bytes) {
    ByteBuffer out = ByteBuffer.wrap(bytes);
    try {
      while (out.hasRemaining()) {
        channel.write(out);
      }
    } catch (IOException e) {
      heard.add(END);
    }
  }

  /** The next line but {@code perf}, which must be that command. */
  WireMessage expect(String command) throws Unmet {
    WireMessage message = next("the line " + command);
    Unmet.unless(message.command().equals(command), "the line " + command, message.encode());
    return message;
  }

  /** The next line but {@code perf}, of an adaptation. */
  WireMessage expect(String command, int adaptation) throws Unmet {
    WireMessage message = expect(command);
    Unmet.unless(
        message.number("adaptation") == adaptation,
        command + " of adaptation " + adaptation,
        message.encode());
    return message;
  }

  /** The next line but {@code perf}. */
  WireMessage next(String what) throws Unmet {
    WireMessage message = poll(what, patienceMillis);
    while (message.command().equals("perf")) {
      message = poll(what, patienceMillis);
    }
    return message;
  }

  private WireMessage poll(String what, long millis) throws Unmet {
    Object next;
    try {
      next = heard.poll(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected " + what + ", but the suite was interrupted.");
    }
    if (next instanceof Unmet unmet) {
      throw unmet;
    }
    Unmet.unless(next != null, what + " within " + millis + " ms", "nothing");
    return (WireMessage) java.util.Objects.requireNonNull(next);
  }

  /** Like {@link #expect(String)} with another patience. */
  void expectWithin(long millis, String command) throws Unmet {
    WireMessage message = poll("the line " + command, millis);
    while (message.command().equals("perf")) {
      message = poll("the line " + command, millis);
    }
    Unmet.unless(message.command().equals(command), "the line " + command, message.encode());
  }

  /** The client must end the connection; lines that were on their way are passed over. */
  void expectEnd() throws Unmet {
    WireMessage message = next("the end of the connection");
    while (message != END) {
      message = next("the end of the connection");
    }
  }

  /** For so long the client must say nothing but {@code perf}. */
  void expectSilence(long millis) throws Unmet {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (true) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      Object next = left <= 0 ? null : pollQuietly(left);
      if (next == null) {
        return;
      }
      boolean perf = next instanceof WireMessage message && message.command().equals("perf");
      Unmet.unless(perf, "silence for " + millis + " ms", next);
    }
  }

  private @org.jspecify.annotations.Nullable Object pollQuietly(long millis) throws Unmet {
    try {
      return heard.poll(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unmet("Expected silence, but the suite was interrupted.");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

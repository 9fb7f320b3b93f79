package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeOutboxTest {
  /** A node that stands still until it is let go. */
  private static final class Stuck extends OutputStream {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final ByteArrayOutputStream got = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      begun.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      got.write(bytes, from, length);
    }
  }

  @Test
  void shouldLetSignalsOvertakeAndHoldNobodyUp() throws Exception {
    Stuck node = new Stuck();
    NodeOutbox outbox = new NodeOutbox(node);
    Thread writer = Thread.ofPlatform().start(() -> write(outbox));
    outbox.usual(new byte[] {1});
    node.begun.await();
    outbox.usual(new byte[] {2});
    outbox.urgent(new byte[] {9});
    outbox.usual(new byte[] {3});
    outbox.urgent(new byte[] {10});
    node.goOn.countDown();
    while (node.got.size() < 5) {
      Thread.onSpinWait();
    }
    outbox.close();
    writer.join();
    assertThat(node.got.toByteArray()).containsExactly(1, 9, 10, 2, 3);
  }

  @Test
  void shouldSayThatTheConnectionIsBroken() throws Exception {
    NodeOutbox outbox =
        new NodeOutbox(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("it is gone");
              }
            });
    outbox.usual(new byte[] {1});
    write(outbox);
    assertThatThrownBy(() -> outbox.urgent(new byte[] {2}))
        .isInstanceOf(IOException.class)
        .hasMessage("it is gone");
  }

  private static void write(NodeOutbox outbox) {
    try {
      outbox.writeAll();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

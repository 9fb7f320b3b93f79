package io.pliant.imp.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.wire.Member;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one task's fabric makes of the ends of another's connections, played by plain sockets. */
@Timeout(30)
final class FabricTest {
  private static final String SECRET = "word";
  private static final int CONTEXT = 7;
  private static final int HEARTBEAT_BYTES = 1 + 4 * Integer.BYTES;
  private static final FabricOptions OPTIONS =
      new FabricOptions("127.0.0.1", Duration.ofMillis(20), Duration.ofSeconds(10), 1 << 20);

  private final List<String> lost = new CopyOnWriteArrayList<>();
  private Fabric fabric;
  private ServerSocket other;

  @BeforeEach
  void open() throws IOException {
    other = new ServerSocket(0, 16, InetAddress.getByName("127.0.0.1"));
    fabric = Fabric.open(OPTIONS);
    fabric.start("t1", SECRET, (task, why) -> lost.add(task + ": " + why), (from, text) -> {});
  }

  @AfterEach
  void close() throws IOException {
    fabric.sever("the test is over");
    other.close();
  }

  private Member member() {
    return new Member("t2", "n2", "127.0.0.1", other.getLocalPort());
  }

  /** A connection of task t2's own, on which it has said who it is. */
  private Socket dialled() throws IOException {
    Socket socket = new Socket("127.0.0.1", fabric.port());
    socket
        .getOutputStream()
        .write(("pliant-comm 1 " + SECRET + " t2\n").getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  private static void goodbye(Socket socket, long messages) throws IOException {
    byte[] count = ByteBuffer.allocate(Long.BYTES).putLong(messages).array();
    new Frame(Frame.GOODBYE, 0, 0, 0, count).write(socket.getOutputStream());
    socket.shutdownOutput();
  }

  /** Until the fabric has closed its end. */
  private static void awaitEnd(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    while (in.read() >= 0) {
      // heartbeats
    }
  }

  private static Mailbox.Letter take(Fabric from) {
    return from.mailbox().take(CONTEXT, 0, 2, "t2");
  }

  @Test
  void shouldNotCountAsLostWhoSaidGoodbyeOnItsOtherConnection() throws IOException {
    fabric.watch(member());
    try (Socket second = other.accept();
        Socket first = dialled()) {
      new Frame(Frame.DATA, CONTEXT, 2, 0, new byte[] {42}).write(first.getOutputStream());
      goodbye(first, 1);
      awaitEnd(first);
      second.setSoLinger(true, 0); // as the system ends one that waits to be taken
    }
    assertThat(take(fabric).payload()).containsExactly(42);
    assertThatThrownBy(() -> take(fabric))
        .isInstanceOf(PeerGoneException.class)
        .hasMessageContaining("it has left");
    fabric.close();
    assertThat(lost).isEmpty();
  }

  @Test
  void shouldNotCountAsLostWhoSaidGoodbyeAndCanBeDialledNoMore() throws IOException {
    try (Socket first = dialled()) {
      goodbye(first, 1); // its one message is still on the way
      awaitEnd(first);
    }
    other.close();
    fabric.watch(member());
    assertThat(lost).isEmpty();
  }

  @Test
  void shouldTellOfOneWhoseConnectionEndsWithoutGoodbye() throws IOException {
    Socket first = dialled();
    new Frame(Frame.DATA, CONTEXT, 2, 0, new byte[] {42}).write(first.getOutputStream());
    assertThat(take(fabric).payload()).containsExactly(42);
    first.close();
    while (lost.isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(lost).containsExactly("t2: its process has ended");
  }

  @Test
  void shouldSayGoodbyeOnceToOneThatComesWhileItLeaves() throws Exception {
    try (Socket first = dialled()) {
      new Frame(Frame.DATA, CONTEXT, 2, 0, new byte[] {42}).write(first.getOutputStream());
      assertThat(take(fabric).payload()).containsExactly(42);
      Thread closing = new Thread(fabric::close);
      closing.start();
      assertThat(untilGoodbye(first)).isOne();
      try (Socket late = dialled()) {
        assertThat(untilGoodbye(late)).isOne();
      }
      first.close();
      closing.join();
    }
  }

  @Test
  void shouldWaitForTheOtherEndThoughSignsOfLifeAreDue() throws Exception {
    try (Socket first = dialled()) {
      new Frame(Frame.DATA, CONTEXT, 2, 0, new byte[] {42}).write(first.getOutputStream());
      assertThat(take(fabric).payload()).containsExactly(42);
      Thread closing;
      try (Socket clock = new Socket("127.0.0.1", fabric.port())) {
        InputStream ticks = clock.getInputStream();
        ticks.skipNBytes(HEARTBEAT_BYTES); // it is taken
        closing = new Thread(fabric::close);
        closing.start();
        assertThat(untilGoodbye(first)).isOne();
        ticks.skipNBytes(3L * HEARTBEAT_BYTES + ticks.available());
      }
      for (int i = 0; i < 10; i++) {
        try (Socket late = dialled()) {
          assertThat(untilGoodbye(late)).isOne();
        }
      }
      first.close();
      closing.join();
    }
  }

  /** How many goodbyes came until the other end closed its output. */
  private static int untilGoodbye(Socket socket) throws IOException {
    byte[] all = socket.getInputStream().readAllBytes();
    int goodbyes = 0;
    ByteBuffer frames = ByteBuffer.wrap(all);
    while (frames.hasRemaining()) {
      byte type = frames.get();
      int length = frames.position(frames.position() + 3 * Integer.BYTES).getInt();
      frames.position(frames.position() + length);
      goodbyes += type == Frame.GOODBYE ? 1 : 0;
    }
    return goodbyes;
  }
}

package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.ExitStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

final class TaskStreamsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldCopyTheOutputOfEveryTask() throws Exception {
    try (StepListener listener = listen("", false);
        Socket node = connect(listener, "word", 0, 2)) {
      send(node, "o 0 3\nab\no 1 2\nc\ne 1 2\n!\nx 0 0 0\nx 1 3 0\n");
      node.close();
      awaitTrue(listener, () -> listener.ended().size() == 1);
      assertThat(text(out)).isEqualTo("ab\nc\n");
      assertThat(text(err)).isEqualTo("!\nsrun: error: n0: task 1: Exited with exit code 3\n");
      assertThat(Objects.requireNonNull(listener.ended().get(0)).exits())
          .containsExactly(
              new TaskExit(0, ExitStatus.SUCCESS), new TaskExit(1, new ExitStatus(3, 0)));
    }
  }

  @Test
  void shouldLabelWholeLinesOnly() throws Exception {
    try (StepListener listener = listen("", true);
        Socket node = connect(listener, "word", 0, 2)) {
      send(node, "o 0 2\nabo 1 2\nx\no 0 3\nc\ndx 0 0 0\nx 1 0 0\n");
      node.close();
      awaitTrue(listener, () -> listener.ended().size() == 1);
      assertThat(text(out)).isEqualTo("1: x\n0: abc\n");
    }
  }

  @Test
  void shouldGiveTheInputToEveryNodeWheneverItConnects() throws Exception {
    try (StepListener listener = listen("hello", false);
        Socket first = connect(listener, "word", 0, 1)) {
      assertThat(read(first, "i 5\nhelloc\n".length())).isEqualTo("i 5\nhelloc\n");
      try (Socket second = connect(listener, "word", 1, 1)) {
        assertThat(read(second, "i 5\nhelloc\n".length())).isEqualTo("i 5\nhelloc\n");
      }
    }
  }

  @Test
  void shouldHoldInputBackUntilTheNodeHasTakenIt() throws Exception {
    String much = "x".repeat(400_000);
    try (StepListener listener = listen(much, false);
        Socket node = connect(listener, "word", 0, 1)) {
      // given: the window is 262144 bytes, sent in frames of 32768
      listener.expect(1);
      for (int i = 0; i < 8; i++) {
        assertThat(read(node, "i 32768\n".length())).isEqualTo("i 32768\n");
        assertThat(read(node, 32_768)).hasSize(32_768);
      }
      node.setSoTimeout(200);
      assertThatThrownBy(() -> read(node, 1)).isInstanceOf(java.net.SocketTimeoutException.class);

      // when
      node.setSoTimeout((int) PATIENCE.toMillis());
      send(node, "a 262144\n");

      // then
      assertThat(read(node, "i 32768\n".length())).isEqualTo("i 32768\n");
    }
  }

  @Test
  void shouldPassSignalsOn() throws Exception {
    try (StepListener listener = listen("", false);
        Socket node = connect(listener, "word", 0, 1)) {
      assertThat(read(node, 2)).isEqualTo("c\n");
      awaitTrue(listener, () -> listener.connected() == 1);
      listener.signal(2);
      assertThat(read(node, 4)).isEqualTo("s 2\n");
    }
  }

  @Test
  void shouldEndAStepThatConnectsTooLate() throws Exception {
    try (StepListener listener = listen("", false)) {
      listener.signal(0);
      try (Socket node = connect(listener, "word", 0, 1)) {
        assertThat(read(node, 6)).contains("s 0\n");
      }
    }
  }

  @Test
  void shouldTurnAwayWhoDoesNotKnowTheWord() throws Exception {
    try (StepListener listener = listen("", false);
        Socket stranger = connect(listener, "wrong", 0, 1)) {
      assertThat(stranger.getInputStream().read()).isEqualTo(-1);
      assertThat(listener.connected()).isZero();
      awaitTrue(listener, () -> text(err).contains("secret is wrong"));
    }
  }

  @Test
  void shouldShowAMessageOfTheSupervisor() throws Exception {
    try (StepListener listener = listen("", false);
        Socket node = connect(listener, "word", 0, 1)) {
      send(node, "m 9\nno such x");
      node.close();
      awaitTrue(listener, () -> listener.ended().size() == 1);
      assertThat(text(err)).isEqualTo("srun: n0: no such x\n");
    }
  }

  @Test
  void shouldSayThatTheJobBeginsAnew() throws Exception {
    try (StepListener listener = listen("", false);
        Socket first = connect(listener, "word", 0, 1)) {
      first.close();
      awaitTrue(listener, () -> listener.ended().size() == 1);
      try (Socket again = connect(listener, "word", 0, 1, 2)) {
        send(again, "x 0 0 0\n");
        again.close();
        awaitTrue(
            listener, () -> listener.exits().equals(List.of(new TaskExit(0, ExitStatus.SUCCESS))));
      }
      assertThat(text(err))
          .isEqualTo(
              "srun: error: the job lost a node, or what watches over its tasks there: it begins anew, as attempt 2\n");
    }
  }

  @Test
  void shouldShortenRanks() {
    assertThat(RunMessages.ranges(List.of(0, 1, 2, 5, 7, 8))).isEqualTo("0-2,5,7-8");
  }

  @Test
  void shouldKnowSignalsByNameAndNumber() {
    assertThat(Signals.parse("SIGUSR1")).isEqualTo(10);
    assertThat(Signals.parse("term")).isEqualTo(15);
    assertThat(Signals.parse("9")).isEqualTo(9);
    assertThatThrownBy(() -> Signals.parse("NOPE")).hasMessageContaining("NOPE");
  }

  private StepListener listen(String input, boolean label) throws IOException {
    RunMessages messages = new RunMessages(print(err), "srun", false);
    TaskOutput output = new TaskOutput(print(out), print(err), label, false);
    StepListener listener =
        StepListener.open(InetAddress.getLoopbackAddress(), "word", output, messages);
    InputStream stdin = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    listener.serve(all -> all.readAll(stdin));
    return listener;
  }

  private static Socket connect(StepListener listener, String secret, int index, int tasks)
      throws IOException {
    return connect(listener, secret, index, tasks, 1);
  }

  private static Socket connect(
      StepListener listener, String secret, int index, int tasks, int attempt) throws IOException {
    Socket node = new Socket(InetAddress.getLoopbackAddress(), listener.port());
    node.setSoTimeout((int) PATIENCE.toMillis());
    send(
        node,
        "pliant-io 1 %s 12-%d-0 n%d %d 0 %d %d\n"
            .formatted(secret, attempt, index, index, tasks, tasks));
    return node;
  }

  private static void send(Socket node, String text) throws IOException {
    node.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Socket node, int count) throws IOException {
    return new String(node.getInputStream().readNBytes(count), StandardCharsets.UTF_8);
  }

  private static void awaitTrue(StepListener listener, BooleanSupplier condition)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("patience").isLessThan(end);
      listener.awaitChange(20);
    }
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

package io.pliant.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The program around a task in a terminal, called as a step calls it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TaskTerminalTest {
  /** A shell that gets a signal just before it waits for a program hears of it when that ends. */
  private static final String WAIT = "while :; do sleep 0.05; done";

  private final StringBuilder seen = new StringBuilder();
  private @Nullable Process started;

  @AfterEach
  void end() {
    process().destroyForcibly();
  }

  @Test
  void shouldGiveATerminalOfTheSizeThatIsTold() throws Exception {
    start("sh", "-c", "stty size; tty; stty size < /dev/tty");
    send("w 33 77\n");

    assertThat(exit()).isZero();
    assertThat(seen.toString()).matches("33 77\r\n/dev/pts/[0-9]+\r\n33 77\r\n");
  }

  @Test
  void shouldTellANewSizeAndPassOnKeys() throws Exception {
    start("sh", "-c", "trap 'stty size; exit 5' WINCH; echo ready; while :; do sleep 0.1; done");
    send("w 24 80\n");
    await("ready");
    send("w 50 120\n");

    assertThat(exit()).isEqualTo(5);
    assertThat(seen.toString()).contains("50 120");
  }

  @Test
  void shouldInterruptWithCtrlC() throws Exception {
    start("sh", "-c", "trap 'echo interrupted; exit 6' INT; echo ready; " + WAIT);
    send("w 24 80\n");
    await("ready");
    send("d 1\n\u0003");

    assertThat(exit()).isEqualTo(6);
    assertThat(seen.toString()).contains("interrupted");
  }

  @Test
  void shouldInterruptWithCtrlCAlsoWhereTheStepIgnoresInterrupts() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "trap '' INT QUIT; exec \"$@\"", "sh"));
    command.addAll(TaskTerminal.around(List.of("sh", "-c", "echo ready; " + WAIT)));
    started = new ProcessBuilder(command).start();
    send("w 24 80\n");
    await("ready");
    send("d 1\n\u0003");

    assertThat(exit()).isEqualTo(130);
  }

  @Test
  void shouldTypeTheEndOfInput() throws Exception {
    start("cat");
    send("w 0 0\nd 3\nabc");
    process().getOutputStream().close();

    assertThat(exit()).isZero();
    assertThat(seen.toString()).isEqualTo("abcabc");
  }

  @ParameterizedTest
  @CsvSource({"exit 7,7", "kill -TERM $$,143", "kill -SEGV $$,139", "kill -KILL $$,137"})
  void shouldEndAsTheProgramEnds(String script, int code) throws Exception {
    start("sh", "-c", script);
    send("w 0 0\n");

    assertThat(exit()).isEqualTo(code);
  }

  @Test
  void shouldHangUpOnAShellThatIsToEnd() throws Exception {
    start("bash", "--norc", "-i");
    send("w 24 80\nd 13\necho re''ady\n");
    await("ready\r\n");
    process().toHandle().destroy();

    assertThat(exit()).isEqualTo(129);
  }

  @Test
  void shouldPassOnAllOutput() throws Exception {
    start("seq", "1", "50000");
    send("w 0 0\n");

    assertThat(exit()).isZero();
    assertThat(seen.toString()).endsWith("\r\n50000\r\n").hasLineCount(50_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "w 1 2 3\n", "d -1\n", "w 24 80\nd 123456\n", "w 24 80\nd 1\nab"})
  void shouldEndWhenItsClientSendsWhatIsNoFrame(String frames) throws Exception {
    start("sleep", "600");
    send(frames);

    assertThat(exit()).isEqualTo(1);
  }

  @Test
  void shouldGiveOtherTasksThanTheFirstNothing() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(TaskTerminal.around(List.of("sh", "-c", "cat; echo x")));
    builder.environment().put("SLURM_PROCID", "1");
    started = builder.start();

    assertThat(exit()).isZero();
    assertThat(seen).isEmpty();
  }

  private void start(String... command) throws IOException {
    started = new ProcessBuilder(TaskTerminal.around(List.of(command))).start();
  }

  private Process process() {
    return Objects.requireNonNull(started);
  }

  private void send(String text) throws IOException {
    OutputStream input = process().getOutputStream();
    input.write(text.getBytes(StandardCharsets.US_ASCII));
    input.flush();
  }

  private void await(String text) throws IOException {
    InputStream output = process().getInputStream();
    byte[] buffer = new byte[4096];
    while (seen.indexOf(text) < 0) {
      int count = output.read(buffer);
      assertThat(count).as("output before %s, so far %s", text, seen).isPositive();
      seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
    }
  }

  private int exit() throws IOException, InterruptedException {
    seen.append(new String(process().getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertThat(process().waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process().exitValue();
  }
}

package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** pliant-start itself, with orders of all kinds on its socket, from a supervisor that lies. */
class StarterOrdersTest {
  private static final int ORDER_BYTES = 65_536;
  private static final int ORDER_WORDS = 8192;
  private static final int INVALID = 22;

  /**
   * The supervisor: a line of hexadecimal digits is an order; answers what came until it was over.
   */
  private static final String SUPERVISOR =
      """
      use strict; use Socket; $| = 1;
      socketpair my $ours, my $theirs, AF_UNIX, 5, 0 or die $!;
      if (!fork) { open STDIN, '<&', $theirs; exec $ARGV[0] or die $! }
      close $theirs;
      sub hear { my $word; sysread($ours, $word, 4096) ? $word : 'gone' }
      my $first = hear();
      while (my $line = <STDIN>) {
          chomp $line;
          syswrite $ours, pack 'H*', $line or die $!;
          my ($said, $pid) = ('');
          while (1) {
              my $word = hear();
              if ($word =~ /^p (\\d+)$/) { $pid = $1; next }
              $said .= "$word;";
              last if $word =~ /^(?:r|c \\d+|gone)$/;
          }
          if ($pid) { $said .= waitpid($pid, 0) == $pid ? 'exit ' . ($? >> 8) : 'not my child' }
          print "$first $said\\n";
      }
      """;

  @TempDir Path folder;
  private Process supervisor;

  @BeforeEach
  void start() throws IOException {
    assumeThat(TestNatives.starter()).as("this test needs a C compiler").isNotNull();
    supervisor =
        new ProcessBuilder("perl", "-e", SUPERVISOR, String.valueOf(TestNatives.starter()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
  }

  @AfterEach
  void stop() {
    if (supervisor != null) {
      supervisor.descendants().forEach(ProcessHandle::destroyForcibly);
      supervisor.destroyForcibly();
    }
  }

  @Test
  void shouldStartNothingByAnOrderThatIsCutOff() throws IOException {
    Path ran = folder.resolve("ran");
    byte[] whole =
        order("", "c", "/", "why ", "u", "18", "e", "2", "touch", ran.toString(), "1", "A=1");

    for (int length = 1; length < whole.length; length++) {
      assertThat(answer(Arrays.copyOf(whole, length))).as("%s bytes", length).matches(REFUSED);
    }

    assertThat(ran).doesNotExist();
    assertThat(answer(whole)).isEqualTo("h r;exit 0");
    assertThat(ran).exists();
  }

  @Test
  void shouldStartNothingByGarbage() {
    for (byte[] garbage :
        List.of(
            new byte[1],
            new byte[1000],
            "no zero byte at the end".getBytes(StandardCharsets.US_ASCII),
            order("", "?"),
            order("", ""),
            order("", "a", "f", "why"),
            order("", "a", "xy", "why"),
            order("", "a", "0".repeat(4000), "why"),
            order("", "u", "512"),
            order("", "u", "-1"),
            order("", "i", "4294967295", "0", "why", "0"),
            order("", "i", "0", "0", "why", "99999999999999999999"),
            order("", "i", "0", "0", "why", "2", "1"),
            order("", "o", "3", "0", "/dev/null", "why"),
            order("", "d", "0", "7"),
            order("", "l", "999", "1"),
            order("", "e", "0", "0"),
            order("", "e", "8192", "true"),
            order("", "e", "1", "true", "8192", "A=1"))) {
      assertThat(answer(garbage)).matches(REFUSED);
    }
    assertThat(answer(order("/proc", "e", "1", "true", "0"))).as("no group").matches("h c \\d+;");
    assertThat(answer(order("/nowhere", "e", "1", "true", "0"))).isEqualTo("h c 2;");

    assertThat(answer(order("", "e", "1", "true", "0"))).isEqualTo("h r;exit 0");
  }

  /** The program has its words whole, and after them no more memory than before. */
  @Test
  void shouldTakeTheLargestOrderAndNoLargerOne() {
    int rest = order("", "e", "3", "sh", "-c", "[ ${#A} = 00000 ]", "1", "A=").length;
    String value = "x".repeat(ORDER_BYTES - rest);
    String program = "[ ${#A} = %d ]".formatted(value.length());
    byte[] largest = order("", "e", "3", "sh", "-c", program, "1", "A=" + value);
    assertThat(largest).hasSize(ORDER_BYTES);
    String[] most = IntStream.range(0, ORDER_WORDS).mapToObj(_ -> "").toArray(String[]::new);
    System.arraycopy(new String[] {"", "e", "1", "true", "8187"}, 0, most, 0, 5);
    assertThat(answer(order("", "e", "1", "true", "0"))).isEqualTo("h r;exit 0");
    String before = memory();

    assertThat(answer(largest)).isEqualTo("h r;exit 0");
    assertThat(answer(order("", "e", "3", "sh", "-c", program, "1", "A=x" + value)))
        .isEqualTo("h c %d;".formatted(INVALID));
    // cut off after its first 65 536 bytes, which are the largest order
    assertThat(answer(Arrays.copyOf(largest, ORDER_BYTES + 10)))
        .isEqualTo("h c %d;".formatted(INVALID));
    assertThat(answer(order(most))).isEqualTo("h r;exit 0");
    assertThat(answer(order(Arrays.copyOf(most, ORDER_WORDS + 1))))
        .isEqualTo("h c %d;".formatted(INVALID));

    assertThat(memory()).isEqualTo(before);
  }

  @Test
  void shouldEndWithItsSupervisor() {
    assertThat(answer(order("", "e", "1", "true", "0"))).isEqualTo("h r;exit 0");
    ProcessHandle starter = supervisor.children().findFirst().orElseThrow();

    supervisor.destroyForcibly();

    TestNode.await(() -> !starter.isAlive(), "pliant-start to end");
  }

  /** No new process, or one that says that the node is to blame and ends. */
  private static final String REFUSED =
      "h (?:c %d;|w NODE_FAULT Expected an order as order.h has it, but got another one;r;exit 1)"
          .formatted(INVALID);

  private static byte[] order(String... words) {
    return Arrays.stream(words)
        .map(word -> word + "\0")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private String answer(byte[] order) {
    try {
      String line = HexFormat.of().formatHex(order) + "\n";
      supervisor.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
      supervisor.getOutputStream().flush();
      return String.valueOf(supervisor.inputReader().readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pages of its own that the program has in memory, and open files. */
  private String memory() {
    long pid = supervisor.children().findFirst().orElseThrow().pid();
    try (var files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      List<String> said = new ArrayList<>(List.of(files.count() + " files"));
      Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmData:") || line.startsWith("VmStk:"))
          .forEach(said::add);
      return String.join(", ", said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

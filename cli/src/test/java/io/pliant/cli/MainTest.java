package io.pliant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.cli.command.Version;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

final class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void shouldGiveAnOverviewWithEveryCommand() {
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains(CommandCatalog.names());
  }

  @Test
  void shouldSayEachLineOfTheOverviewOnce() {
    assertThat(run("--help")).isZero();
    assertThat(text(out).lines().filter(line -> !line.isBlank())).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("io.pliant.cli.CommandCatalog#names")
  void shouldHelpWithEachCommand(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(text(out)).startsWith("Usage: pliant " + command);
    assertThat(text(err)).isEmpty();
  }

  /** A percent sign that is not doubled is a format of picocli's, which prints a warning then. */
  @Test
  void shouldWritePercentSignsThatPicocliCanFormat() {
    ByteArrayOutputStream warned = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(print(warned));
    try {
      for (CommandLine command : CommandCatalog.all(context()).getSubcommands().values()) {
        assertThat(command.getUsageMessage()).isNotEmpty();
      }
    } finally {
      System.setErr(before);
    }
    assertThat(text(warned)).isEmpty();
  }

  @Test
  void shouldGuessAMistypedCommand() {
    assertThat(run("qeue")).isEqualTo(2);
    assertThat(text(err)).contains("'qeue'").contains("queue");
  }

  @Test
  void shouldGuessAMistypedOption() {
    assertThat(run("up", "--contrlers", "3")).isEqualTo(2);
    assertThat(text(err)).contains("--contrlers").contains("--controllers");
  }

  @Test
  void shouldNameAnUnknownOptionOfSubmit() {
    assertThat(run("submit", "--nodez", "3", "job.sh")).isEqualTo(2);
    assertThat(text(err)).contains("--nodez");
  }

  @Test
  void shouldSayWhatToTypeWhenThereIsNoCluster() {
    assertThat(run("queue", "--dir", folder.toString())).isEqualTo(1);
    assertThat(text(err)).contains("pliant up --dir " + folder);
  }

  @Test
  void shouldNameAScriptThatIsNotThere() {
    assertThat(run("submit", "no-such.sh")).isEqualTo(1);
    assertThat(text(err)).contains("'no-such.sh'");
  }

  @Test
  void shouldRefuseARecordThatIsDamaged() throws IOException {
    Files.writeString(folder.resolve("cluster.json"), "nonsense");
    assertThat(run("queue", "--dir", folder.toString())).isEqualTo(1);
    assertThat(text(err)).contains("cluster.json");
  }

  @Test
  void shouldPrintTheBuildsVersion() throws IOException {
    assertThat(run("version")).isZero();
    assertThat(text(out)).startsWith("pliant " + Version.TEXT);
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + Version.TEXT + "</version>");
  }

  @Test
  void shouldCompleteCommandsAndOptionsInBash() throws IOException, InterruptedException {
    // given
    assertThat(run("completion", "bash")).isZero();
    Path script = Files.write(folder.resolve("complete.bash"), out.toByteArray());

    // then
    assertThat(complete(script, "pliant", "qu")).containsExactly("queue");
    assertThat(complete(script, "pliant", "submit", "--ntasks-per-n"))
        .containsExactly("--ntasks-per-node");
    assertThat(complete(script, "pliant", "completion", "z")).containsExactly("zsh");
  }

  @Test
  void shouldDescribeCommandsForZsh() {
    assertThat(run("completion", "zsh")).isZero();
    assertThat(text(out))
        .startsWith("#compdef pliant\n")
        .contains("'queue:Show waiting")
        .contains("'--ntasks:Number");
  }

  @Test
  void shouldRefuseAnotherShell() {
    assertThat(run("completion", "fish")).isEqualTo(2);
    assertThat(text(err)).contains("bash or zsh");
  }

  private static String[] complete(Path script, String... words)
      throws IOException, InterruptedException {
    String line =
        "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _pliant; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(script, String.join(" ", words), words.length - 1);
    Process bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return answer.strip().split("\n", -1);
  }

  private int run(String... arguments) {
    Context context = context();
    int exitCode = Main.run(context, arguments);
    context.terminal().out().flush();
    return exitCode;
  }

  private Context context() {
    Terminal terminal = new Terminal(print(out), print(err), false, false, 0);
    return new Context(terminal, Map.of("PLIANT_HOME", folder.toString()), folder);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

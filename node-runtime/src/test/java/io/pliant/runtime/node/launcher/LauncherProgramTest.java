package io.pliant.runtime.node.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the launcher: all of them are fed, each is strict, and errors name the part. */
class LauncherProgramTest {
  private static final Path FOLDER = Path.of("src/main/resources/io/pliant/runtime/node/launcher");
  private static final int MOST_LINES = 350;

  @Test
  void everyPartInTheFolderIsFedOnceAndTheOneThatStartsIsTheLast() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<String> there =
          files.map(file -> file.getFileName().toString()).filter(n -> n.endsWith(".pl")).toList();
      assertThat(LauncherProgram.parts()).containsExactlyInAnyOrderElementsOf(there);
    }
    assertThat(LauncherProgram.parts()).endsWith("launcher.pl");
    assertThat(new String(LauncherProgram.read(), StandardCharsets.UTF_8)).endsWith("__END__\n");
  }

  @Test
  void everyPartIsStrictAndWarnsAndEndsWithItsLine() {
    for (String part : LauncherProgram.parts()) {
      assertThat(LauncherProgram.text(part))
          .as(part)
          .startsWith("# " + part + " - ")
          .contains("\nuse strict;\nuse warnings;\n")
          .endsWith("\n");
    }
  }

  @Test
  void partsAreShort() {
    for (String part : LauncherProgram.parts()) {
      if (!part.equals("confine.pl")) {
        assertThat(LauncherProgram.text(part).lines().count()).as(part).isLessThan(MOST_LINES);
      }
    }
  }

  @Test
  void anErrorNamesThePartAndItsLine(@TempDir Path dir) throws Exception {
    String broken =
        new String(LauncherProgram.read(), StandardCharsets.UTF_8)
            .replaceFirst("(?m)^sub watch \\{$", "sub watch { my \\$planted = ;");
    long line =
        1
            + LauncherProgram.text("watch.pl")
                .lines()
                .takeWhile(text -> !text.equals("sub watch {"))
                .count();
    Path program = Files.writeString(dir.resolve("program"), broken);
    Path said = dir.resolve("said");
    Process perl =
        new ProcessBuilder("perl", "-c", "-")
            .redirectInput(program.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(perl.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(said)).contains("syntax error at watch.pl line " + line + ",");
  }
}

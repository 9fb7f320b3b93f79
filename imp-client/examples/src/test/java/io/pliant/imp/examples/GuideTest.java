package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.imp.Imp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/adapt-guide.md as it is written: its files are put into an empty folder, its commands are
 * run there, and what they print is what it says. Only the jar is where the build has it.
 */
@Timeout(300)
final class GuideTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(java|sh|text)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static String bash(Path folder, String commands) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(List.of("bash", "-euc", commands)).directory(folder.toFile());
    builder.redirectErrorStream(true);
    builder.environment().keySet().removeIf(key -> key.startsWith("PLIANT_"));
    Path library = Path.of(Imp.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    builder.environment().put("IMP", library.toString());
    String jdk = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().merge("PATH", jdk, (path, ours) -> ours + ":" + path);
    builder.environment().put("JDK_JAVA_OPTIONS", "-Xmx256m");
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(commands + "\n" + text).isZero();
    return text.lines().filter(line -> !line.startsWith("NOTE: Picked up")).toList().stream()
        .map(line -> line + "\n")
        .reduce("", String::concat);
  }

  @Test
  void shouldDoWhatTheGuideSays(@TempDir Path folder) throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "adapt-guide.md"));
    String tutorial = page.substring(0, page.indexOf("## Rules"));
    Matcher blocks = BLOCK.matcher(tutorial);
    String printed = "";
    int compared = 0;
    while (blocks.find()) {
      String text = blocks.group(2);
      switch (blocks.group(1)) {
        case "java" ->
            Files.writeString(
                folder.resolve(text.substring("// ".length(), text.indexOf('\n'))), text);
        case "sh" -> printed = text.startsWith("IMP=") ? "" : bash(folder, text);
        default -> {
          assertThat(printed).isEqualTo(text);
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(2);
  }

  @Test
  void shouldListEveryExample() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "adapt-guide.md"));
    Path sources = Path.of("src", "main", "java", "io", "pliant", "imp", "examples");
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        boolean program = Files.readString(file).contains("Launch.run(");
        assertThat(!program || page.contains("| `" + name + "` |")).as(name).isTrue();
      }
    }
  }
}

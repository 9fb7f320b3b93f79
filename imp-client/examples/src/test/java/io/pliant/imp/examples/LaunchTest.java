package io.pliant.imp.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples as a batch script calls them. */
@Timeout(180)
final class LaunchTest {
  private record Ended(int code, String text) {}

  private static Ended java(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path", "").replace(";", File.pathSeparator));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(key -> key.startsWith("PLIANT_"));
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), text);
  }

  @ParameterizedTest
  @CsvSource({
    "Heat, --rows 20 --steps 50, heat: ",
    "Pi, --batches 20 --points 500, pi: ",
    "ShallowWater, --blocks 2 --steps 20, water: ",
    "Sweep, --points 8 --depth 1 --iterations 1000, sweep: "
  })
  void shouldCheckTheAnswerAndTellItsDigest(String name, String options, String start)
      throws Exception {
    String main = "io.pliant.imp.examples." + name;
    List<String> words = new ArrayList<>(List.of(main));
    words.addAll(List.of(options.split(" ")));
    Ended right = java(words.toArray(new String[0]));
    assertThat(right.text).startsWith(start).endsWith(", right\n");
    assertThat(right.code).isZero();
    words.addAll(List.of("--expect", "0123456789abcdef"));
    Ended wrong = java(words.toArray(new String[0]));
    assertThat(wrong.text).contains("Expected an answer with the digest 0123456789abcdef");
    assertThat(wrong.code).isEqualTo(1);
  }

  private static Ended heat(String... words) {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Options.Usage usage =
        new Options.Usage(
            "heat", "Heats.", List.of(new Options.Number("rows", 200, 3, 500, "rows")));
    int code =
        Launch.run(
            usage,
            words,
            new PrintStream(errors, true, StandardCharsets.UTF_8),
            (imp, options, show) -> Heat.run(imp, new Heat.Plan(options.number("rows"), 2), show));
    return new Ended(code, errors.toString(StandardCharsets.UTF_8));
  }

  @Test
  void shouldRefuseOptionsThatItDoesNotHave() {
    assertThat(heat("--rows", "10").code).isZero();
    assertThat(heat("--rows", "2"))
        .isEqualTo(
            new Ended(
                2,
                "Expected a whole number from 3 to 500 for --rows, but got '2'. See heat --help.\n"));
    assertThat(heat("--rows").text).contains("Expected a value after --rows");
    assertThat(heat("--columns", "2").text).contains("but got '--columns'");
    assertThat(heat("--help").code).isZero();
  }
}

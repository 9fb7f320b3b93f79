package io.pliant.e2e;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the scripts of {@code examples/}, unchanged, on a cluster made by {@code pliant up}, and
 * compares with what the real Slurm gave (examples/against-slurm.sh).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ExamplesIT {
  private static final Duration JOB_LIMIT = Duration.ofMinutes(5);
  private static final Set<String> NOT_OVER = Set.of("PENDING", "RUNNING", "COMPLETING");
  private static final Path EXAMPLES = PliantCommand.root().resolve("examples");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Path work;
  private PliantCommand pliant;
  private final Map<String, String> jobs = new LinkedHashMap<>();

  static List<Example> examples() throws IOException {
    return Example.all(EXAMPLES);
  }

  @BeforeAll
  void startAClusterAndSubmitEverything(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    pliant
        .run(
            PliantCommand.UP,
            "up",
            List.of(
                "--controllers",
                "1",
                "--nodes",
                "4",
                "--cpus-per-node",
                "2",
                "--set",
                "node.devices=[gpu:a100:2,ssd:1]"))
        .expectSuccess();
    for (Example example : examples()) {
      List<String> line = new ArrayList<>(List.of("--parsable"));
      line.add(EXAMPLES.resolve(example.script()).toString());
      line.addAll(example.arguments());
      jobs.put(example.script(), pliant.run("submit", line.toArray(String[]::new)).expectSuccess());
    }
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldGiveWhatSlurmGives(Example example) throws IOException {
    // given
    String id = requireNonNull(jobs.get(example.script()));

    // when
    JsonNode job = whenOver(id);

    // then
    assertThat(job.path("status").asText() + " " + exitOf(job))
        .as("state and exit code of %s, reason '%s'", example.script(), job.path("reason"))
        .isEqualTo(example.state() + " " + example.exit());
    for (Example.ExpectedLine expected : example.lines()) {
      Example.ExpectedLine line = expected.ofJob(id);
      Path file = work.resolve(line.file());
      // a job that an example submits may run after it
      RunningCluster.await(
          "a line /%s/ in %s of %s".formatted(line.regex(), file, example.script()),
          JOB_LIMIT,
          () -> textOf(file).lines().anyMatch(text -> text.matches(line.regex())));
      assertThat(textOf(file)).doesNotContain("never reached");
    }
  }

  @Test
  void shouldRunACommandGivenByWrap() throws IOException {
    // when
    String id =
        pliant
            .run("submit", "--parsable", "-J", "wrapped", "--wrap", "echo wrapped as $SLURM_JOB_ID")
            .expectSuccess();

    // then
    assertThat(whenOver(id).path("status").asText()).isEqualTo("COMPLETED");
    assertThat(work.resolve("slurm-" + id + ".out")).hasContent("wrapped as " + id);
  }

  @Test
  void shouldReturnTheExitCodeOfTheJobWhenSubmitWaits() {
    assertThat(pliant.run("submit", "--wait", "--wrap", "exit 9").exit()).isEqualTo(9);
  }

  private static String textOf(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode whenOver(String id) throws IOException {
    long end = System.nanoTime() + JOB_LIMIT.toNanos();
    while (true) {
      JsonNode job = JSON.readTree(pliant.run("show", id, "--json").expectSuccess());
      if (!NOT_OVER.contains(job.path("status").asText())) {
        return job;
      }
      assertThat(System.nanoTime()).as("job %s is over in time: %s", id, job).isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
    }
  }

  /** As {@code code:signal}, however the document writes it. */
  private static String exitOf(JsonNode job) {
    JsonNode exit = job.path("exit");
    return exit.isObject()
        ? exit.path("code").asInt() + ":" + exit.path("signal").asInt()
        : exit.asText();
  }
}

package io.pliant.runtime.node.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The helper alone, with a script in the place of the supervisors of some virtual nodes. */
class PmixHelperTest {
  private static final Path SOURCES = Path.of("src/main/c/pliant-pmix").toAbsolutePath();
  private static final Path SCRIPT = Path.of("src/test/perl/pmix.pl").toAbsolutePath();
  private static final Path WORLD = Path.of("src/test/c/world.c").toAbsolutePath();
  private static final int LACKING = 3;
  private static final String SPACE = "space pliant-0123456789abcdef\\n";

  @TempDir private static Path dir;
  private static Path helper = Path.of("/");

  private record Ended(int code, String said) {}

  @BeforeAll
  static void build() {
    helper = dir.resolve("pliant-pmix");
    Ended built = run(List.of(SOURCES.resolve("build.sh").toString(), helper.toString()));
    assumeTrue(built.code() != LACKING, built.said());
    assertThat(built.code()).as(built.said()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0-3,1", "0-1/2-3,2", "0/1-2/3,3", "2-3/0-1,2"})
  void everyRankSeesTheWorldAndItsNode(String layout, int nodes) {
    Ended ended = world(layout, "");

    List<String> ranks = ended.said().lines().filter(line -> line.contains(" sum ")).toList();
    List<String> expected = new ArrayList<>();
    for (String node : layout.split("/", -1)) {
      String[] ends = node.split("-", -1);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      IntStream.rangeClosed(first, last)
          .mapToObj(
              rank -> "%d of 4, %d of %d, sum 6".formatted(rank, rank - first, last - first + 1))
          .forEach(expected::add);
    }
    assertThat(ranks).as(ended.said()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ended.said().lines().filter(line -> line.matches("rank . ended with 0 .*0")))
        .as(ended.said())
        .hasSize(4);
    assertThat(ended.said().lines().filter(line -> line.matches("helper . ended with 0 .*0")))
        .as(ended.said())
        .hasSize(nodes);
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void anAbortIsTold() {
    assertThat(world("0/1-2", "abort").said()).contains("rank 1 aborts with 7");
  }

  @Test
  void furtherProcessesAreRefusedAtOnce() {
    Ended ended = world("0/1", "spawn");

    assertThat(ended.said())
        .contains("rank 0: spawn was refused", "rank 1: spawn was refused", "0 of 2", "1 of 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hello\\n                                    | Expected space, layout or g from the supervisor
          space guess\\n                              | Expected one name of the world, of 16 to 64 characters
          layout 1\\na                                | Expected one layout, of at most 67108864 bytes and after the space
          %slayout 99999999\\n                        | Expected one layout, of at most 67108864 bytes and after the space
          %slayout 9\\nnonsense!                      | Expected '<index> <length>' of at most 65536 nodes
          %slayout 10\\n0 6\\nn0;rm 0                 | Expected the name of a node in the layout, but got 'n0;rm'
          %slayout 8\\n1 4\\nn1 0                     | Expected this node, 0, in the layout
          %slayout 8\\n0 4\\nn0 5                     | Expected each rank below 1 once in the layout
          %slayout 16\\n0 4\\nn0 01 4\\nn1 0          | Expected each rank below 2 once in the layout
          %slayout 17\\n0 12\\nn0 0-9999999           | Expected ranks as in 0-3,8 of node n0
          g pmix.0 4\\nabcd                           | Expected the result of a gather that this node takes part in
          g pmix.0 -4\\nabcd                          | Expected 'g <channel> <length>' of at most 67108864 bytes
          """)
  void whatASupervisorWouldNotSayEndsIt(String text, String answer) {
    Ended ended = script("say", text.replace("%s", SPACE));

    assertThat(ended.said()).contains("helper 0: " + answer, "helper 0 ended with 1 and signal 0");
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void aHelperThatCannotServeIsNamed() {
    assertThatThrownBy(() -> PmixHelper.offered("/bin/true", dir))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Expected node.pmix-helper /bin/true to be the program pliant-pmix");
    assertThat(PmixHelper.offered("", dir)).isNull();
  }

  @Test
  void stepsUseACopyUnlessNoneCanBeMade() throws IOException {
    Path nodes = Files.createDirectory(dir.resolve("nodes"));

    Path copy = PmixHelper.offered(helper.toString(), nodes);
    Path itself = PmixHelper.offered(helper.toString(), dir.resolve("nowhere"));

    assertThat(copy).isEqualTo(nodes.resolve("pliant-pmix")).hasSameBinaryContentAs(helper);
    assertThat(itself).isEqualTo(helper);
  }

  @Test
  void onlyFoldersOfAHelperAreCleaned() throws IOException {
    Path other = Files.createDirectory(dir.resolve("precious"));
    Path own = Files.createDirectory(dir.resolve("pliant-pmix.4194305.abcdef"));
    Files.createFile(own.resolve("file"));
    Path link = Files.createSymbolicLink(dir.resolve("pliant-pmix.4194305.ghijkl"), other);

    Ended ended =
        run(List.of(helper.toString(), "clean", other.toString(), own.toString(), link.toString()));

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.said()).contains("Expected a folder of its own to remove, but got " + other);
    assertThat(other).exists();
    assertThat(own).doesNotExist();
  }

  private static Ended world(String layout, String what) {
    Path program = dir.resolve("world");
    if (!Files.exists(program)) {
      assumeTrue(
          Stream.of("/usr/bin", "/usr/local/bin", "/bin")
              .anyMatch(bin -> Files.isExecutable(Path.of(bin, "mpicc.openmpi"))),
          "Without Open MPI's compiler (Debian: libopenmpi-dev) no program of it is tried.");
      Ended built =
          run(
              List.of(
                  "mpicc.openmpi", "-Wall", "-Wextra", "-o", program.toString(), WORLD.toString()));
      assertThat(built.code()).as(built.said()).isZero();
    }
    return what.isEmpty()
        ? script(layout, program.toString())
        : script(layout, program.toString(), what);
  }

  private static Ended script(String... words) {
    List<String> command = new ArrayList<>(List.of("perl", SCRIPT.toString(), helper.toString()));
    command.addAll(List.of(words));
    Ended ended = run(command);
    assertThat(ended.code()).as(ended.said()).isZero();
    return ended;
  }

  /** Folders of helpers in the temporary folder that these tests give them. */
  private static List<String> leftBehind() {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("pliant-pmix.") && !name.contains("4194305"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Ended run(List<String> command) {
    try {
      Path out = Files.createTempFile(dir, "said", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
      builder.environment().put("TMPDIR", dir.toString());
      builder.environment().put("OMPI_MCA_btl_tcp_if_include", "lo");
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(
            "Expected %s to end within 60 s, but it said: %s"
                .formatted(command, Files.readString(out)));
      }
      String said = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
      return new Ended(process.exitValue(), said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

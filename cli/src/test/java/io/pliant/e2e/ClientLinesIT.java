package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls Slurm's commands as six clients do, and reads the answers as they do: each script of {@code
 * examples/clients} ends with 0 when its client would get along.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ClientLinesIT {
  private static final Path EXAMPLES = PliantCommand.root().resolve("examples");
  private static final Path CLIENTS = PliantCommand.root().resolve("examples/clients");

  private PliantCommand pliant;
  private Path work;

  static List<String> clients() throws IOException {
    try (Stream<Path> files = Files.list(CLIENTS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sh") && !name.equals("lib.sh"))
          .sorted()
          .toList();
    }
  }

  @BeforeAll
  void startACluster(@TempDir Path folder) throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("cluster"), work);
    List<String> size = List.of("--controllers", "1", "--nodes", "2", "--cpus-per-node", "2");
    pliant.run(Duration.ofSeconds(240), "up", size).expectSuccess();
  }

  @AfterAll
  void stopTheCluster() {
    pliant.run("down").expectSuccess();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void shouldGetAlongWithPliant(String client) {
    String path = PliantCommand.root().resolve("libexec/slurm") + ":" + System.getenv("PATH");
    PliantCommand shell =
        new PliantCommand(
            List.of(),
            Path.of("/bin/bash"),
            pliant.clusterFolder(),
            work,
            Map.of("PATH", path, "PLIANT_HOME", pliant.clusterFolder().toString()));

    PliantCommand.Result result =
        shell.plain(Duration.ofMinutes(3), CLIENTS.resolve(client).toString());

    assertThat(result.exit()).as("%s: %s%s", client, result.out(), result.err()).isZero();
  }

  @Test
  void shouldSayOfManyScriptsWhatWouldBecomeOfThem() throws IOException {
    Path after = Files.writeString(work.resolve("after.sh"), "#!/bin/bash\n#SBATCH -d singleton\n");
    Path large = Files.writeString(work.resolve("large.sh"), "#!/bin/bash\n#SBATCH -N 99\n");
    long before = pliant.run("history", "-n").expectSuccess().lines().count();

    PliantCommand.Result result =
        pliant.run(
            "submit",
            "--check",
            EXAMPLES.resolve("01-hello.sh").toString(),
            after.toString(),
            large.toString(),
            work.resolve("none.sh").toString());

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains("01-hello.sh: taken: 1 node(s), 1 task(s) of 1 cpu(s)")
        .contains("after.sh: refused", "after.sh line 2: unknown option '-d' (--dependency)")
        .contains("large.sh: refused: 99 node(s)", "It asks for 99 nodes")
        .contains("there is no file")
        .contains("1 of 4 scripts are taken, 0 of them with warnings; 3 are refused.");
    assertThat(pliant.run("history", "-n").expectSuccess().lines().count()).isEqualTo(before);
  }
}

package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
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

  private static final String USER = System.getProperty("user.name");

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
    List<String> size =
        List.of(
            "--controllers",
            "1",
            "--nodes",
            "2",
            "--cpus-per-node",
            "2",
            "--set",
            "accounts=[{name=faculty,shares=3,users=[]},{name=science,parent=faculty,description=Science,users=[%s]}]"
                .formatted(USER),
            "--set",
            "qos=[{name=normal,priority=5,max-time=\"1-12:00:00\"}]");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
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
  void shouldTellClientsTheAccountsOfTheSite() {
    assertThat(slurm("sacctmgr", "-n", "-s", "list", "user", USER, "format=account%256"))
        .isEqualTo("science");
    assertThat(slurm("sacctmgr", "-nP", "show", "assoc", "where", "user=" + USER, "format=account"))
        .isEqualTo("science");
    assertThat(slurm("sacctmgr", "show", "cluster", "-n", "format=cluster").strip()).isNotEmpty();
    assertThat(slurm("sacctmgr", "show", "qos", "format=name,maxwall", "-nP"))
        .isEqualTo("normal|1-12:00:00");
    assertThat(slurm("sacctmgr", "-P", "show", "account"))
        .isEqualTo("Account|Descr|Org\nfaculty||\nscience|Science|");
    assertThat(slurm("sacctmgr", "-nP", "list", "tres")).startsWith("cpu||1\nmem||2\n");
    assertThat(slurm("sshare", "-U", "-n", "-P", "-o", "account,user"))
        .isEqualTo("science|" + USER);
    assertThat(slurm("sshare").lines().toList())
        .hasSize(6)
        .element(2, InstanceOfAssertFactories.STRING)
        .startsWith("root ");
    PliantCommand.Result refused = command("sacctmgr").plain("-i", "add", "account", "x");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("edit 'accounts' and 'qos'");
  }

  @Test
  void shouldTellWhatOrdersTheQueue() {
    String first = slurm("sbatch", "--parsable", "-N2", "--exclusive", "-t5", "--wrap=sleep 300");
    String second = slurm("sbatch", "--parsable", "-N2", "--exclusive", "--nice=7", "--wrap=true");

    assertThat(slurm("sprio", "-h", "-j", second, "-o", "%i|%r|%u|%N|%S"))
        .isEqualTo(second + "|main|" + USER + "|7|0");
    assertThat(slurm("sprio", "-l", "-u", USER).lines().toList())
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("JOBID PARTITION     USER   PRIORITY       SITE        AGE");
    assertThat(slurm("sprio", "-h", "-w", "-o", "%i %r %a")).isEqualTo("Weights main 10000");
    assertThat(slurm("sprio", "-j", "999999"))
        .isEqualTo("Unable to find jobs matching user/id(s) specified");
    slurm("scancel", first, second);
  }

  @Test
  void shouldTellHowSchedulingGoes() {
    slurm("sbatch", "--wait", "--wrap=true");

    assertThat(slurm("sdiag").lines().toList())
        .anyMatch(line -> line.matches("Jobs submitted: [1-9][0-9]*"))
        .anyMatch(line -> line.matches("Jobs started:   [1-9][0-9]*"))
        .anyMatch(line -> line.matches("\\tTotal cycles: [1-9][0-9]*"));
    PliantCommand.Result refused = command("sdiag").plain("--reset");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("Ask twice and subtract");
  }

  private String slurm(String name, String... words) {
    return command(name).plain(words).expectSuccess();
  }

  private PliantCommand command(String name) {
    return new PliantCommand(
        List.of(),
        PliantCommand.root().resolve("libexec/slurm").resolve(name),
        pliant.clusterFolder(),
        work,
        Map.of("PLIANT_HOME", pliant.clusterFolder().toString()));
  }

  @Test
  void shouldSayOfManyScriptsWhatWouldBecomeOfThem() throws IOException {
    Path other = Files.writeString(work.resolve("other.sh"), "#!/bin/bash\n#SBATCH --uid=5\n");
    Path large = Files.writeString(work.resolve("large.sh"), "#!/bin/bash\n#SBATCH -N 99\n");
    long before = pliant.run("history", "-n").expectSuccess().lines().count();

    PliantCommand.Result result =
        pliant.run(
            "submit",
            "--check",
            EXAMPLES.resolve("01-hello.sh").toString(),
            other.toString(),
            large.toString(),
            work.resolve("none.sh").toString());

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out())
        .contains("01-hello.sh: taken: 1 node(s), 1 task(s) of 1 cpu(s)")
        .contains("other.sh: refused", "other.sh line 2: unknown option '--uid'")
        .contains("large.sh: refused: 99 node(s)", "It asks for 99 nodes")
        .contains("there is no file")
        .contains("1 of 4 scripts are taken, 0 of them with warnings; 3 are refused.");
    assertThat(pliant.run("history", "-n").expectSuccess().lines().count()).isEqualTo(before);
  }
}

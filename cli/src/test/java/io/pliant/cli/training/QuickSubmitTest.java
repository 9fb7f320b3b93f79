package io.pliant.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pliant.cli.training.QuickClients.Client;
import io.pliant.cli.training.QuickClients.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both quick clients ask the same of a controller, and hand the same over to the full command. */
class QuickSubmitTest {
  private static final String TAKEN = "{\"job\" : 41,\"warnings\":[ ]}";

  @TempDir static Path tree;

  private static Path program;

  @TempDir Path folder;

  private QuickClients clients;

  @BeforeAll
  static void compile() throws Exception {
    program = tree.resolve("pliant-submit");
    QuickClients.compile(program);
  }

  @BeforeEach
  void makeATreeAndAController() throws Exception {
    clients = new QuickClients(folder, program);
    Files.writeString(clients.work().resolve("job.sh"), "#!/bin/sh\n#SBATCH -J x -t 2\necho a\n");
    Files.writeString(clients.work().resolve("lists.sh"), "#!/bin/sh\n#SBATCH -p a,b\ntrue\n");
    Files.writeString(clients.work().resolve("waits.sh"), "#!/bin/sh\n#PLIANT -n1 -HW\ntrue\n");
    Files.writeString(clients.work().resolve("quiet.sh"), "#!/bin/sh\n#SBATCH\t--quiet\ntrue\n");
    Files.writeString(
        clients.work().resolve("odd.sh"), "#!/bin/sh\n#SBATCHES --quiet\n# é\u0001\n");
    Files.writeString(clients.work().resolve("byte.sh"), "#!/bin/sh\n# \uefff\n");
    Files.write(
        clients.work().resolve("latin.sh"), new byte[] {'#', '!', '/', 'b', '\n', (byte) 0xe9});
    Files.writeString(clients.work().resolve("big.sh"), "#".repeat(4 << 20));
    Files.writeString(clients.work().resolve("largest.sh"), "\"".repeat((4 << 20) - 1));
    Files.createSymbolicLink(clients.work().resolve("link.sh"), Path.of("job.sh"));
  }

  @AfterEach
  void stop() throws IOException {
    clients.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "job.sh",
        "./job.sh|a b|--wait|ü\n\"\\\t\u007f",
        "link.sh",
        "odd.sh",
        "-N1|-n|1|--time=3|-J|named|job.sh|-J",
        "-J|-|--comment=|--comment|-x|job.sh",
        "--exclusive|--exclusive=user|-o|/dev/null|-c1|-Hn1|job.sh",
        "-H|--no-requeue|--export=A=1,B|--partition=a|-pB|job.sh",
        "--wrap=echo 'x y'\n",
        "--parsable|-Q|--wrap|true",
        "-Q|job.sh",
        "--dir|cluster|--wrap=true",
        "--dir=elsewhere/../cluster|--wrap=true",
        "-|job.sh",
        "--wait|job.sh",
        "-W|job.sh",
        "--help",
        "--|job.sh",
        "--no-such=1|job.sh",
        "-Z|job.sh",
        "-xy|job.sh",
        "--hold=1|job.sh",
        "--time",
        "-t",
        "-p|a,b|job.sh",
        "--wrap=true|job.sh",
        "missing.sh",
        ".",
        "",
        "lists.sh",
        "waits.sh",
        "quiet.sh",
        "byte.sh",
        "latin.sh",
        "big.sh",
        "largest.sh"
      })
  void shouldAskTheSameAndHandOverTheSame(String line) throws Exception {
    List<String> words = line.isEmpty() ? List.of() : List.of(line.split("\\|", -1));

    Outcome perl = clients.run(Client.PERL, TAKEN, words);
    Outcome compiled = clients.run(Client.COMPILED, TAKEN, words);

    assertThat(compiled).isEqualTo(perl);
    assertThat(perl.asked() == null).isEqualTo(perl.handedOver() != null);
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void shouldTellTheController(Client client) throws Exception {
    Outcome outcome = clients.run(client, TAKEN, List.of("-J", "name", "job.sh", "é\n"));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.said()).isEqualTo("Submitted batch job 41\n");
    ObjectNode asked = Objects.requireNonNull(outcome.asked());
    assertThat(asked.path("options").toString()).isEqualTo("[\"--job-name=name\"]");
    assertThat(asked.path("scriptArguments").toString()).isEqualTo("[\"é\\n\"]");
    assertThat(asked.path("workingDirectory").asText()).isEqualTo(clients.work().toString());
    assertThat(asked.path("environment").path("ODD").asText()).isEqualTo("é\u0001\"\\");
    assertThat(asked.path("environment").path("PATH").asText())
        .startsWith(clients.home() + "/libexec/slurm:");
    assertThat(asked.path("environment").path("SLURM_RLIMIT_NOFILE").asText()).isNotEmpty();
    assertThat(asked.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\n" + TAKEN,
        "HTTP/1.1 201 Created\r\nX-Content-Length: 28\r\n\r\n" + TAKEN,
        "HTTP/1.1 503 Busy\r\nContent-Length: 28\r\n\r\n" + TAKEN,
        "HTTP/1.1 201 Created\r\nContent-Length: 28\r\n",
        "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{\"job\":\"all\"}",
        "HTTP/1.1 201 Created\r\nContent-Length: 27\r\n\r\n{\"job\":1,\"warnings\":[\"-p\"]}",
        "\u0000\u0001\u0002",
        ""
      })
  void shouldHandOverWithItsKeyWhateverElseIsAnswered(String answer) throws Exception {
    for (Client client : Client.values()) {
      Outcome outcome = clients.runRaw(client, answer, List.of("--parsable", "job.sh"));

      assertThat(outcome.asked()).isNotNull();
      assertThat(outcome.handedOver()).isEqualTo("submit --parsable job.sh");
      assertThat(outcome.said()).isEmpty();
    }
  }

  @Test
  void shouldNotKeepAnAnswerWithoutEnd() throws Exception {
    String flood = "HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\n" + "x".repeat(8 << 20);

    Outcome outcome = clients.runRaw(Client.COMPILED, flood, List.of("job.sh"));

    assertThat(outcome.handedOver()).isEqualTo("submit job.sh");
  }

  @Test
  void shouldNotWaitForEverForAnAnswer() throws Exception {
    Outcome outcome = clients.runRaw(Client.COMPILED, null, List.of("job.sh"));

    assertThat(outcome.asked()).isNotNull();
    assertThat(outcome.handedOver()).isEqualTo("submit job.sh");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{\"socket\"", "\"socket\":", "\"socket\":\"", "\"socket\":\"\"", "{}"})
  void shouldHandOverWhereTheRecordOfTheClusterIsCutShort(String record) throws Exception {
    Files.writeString(clients.work().resolve("cluster/cluster.json"), record);

    for (Client client : Client.values()) {
      Outcome outcome = clients.run(client, TAKEN, List.of("job.sh"));

      assertThat(outcome.asked()).isNull();
      assertThat(outcome.handedOver()).isEqualTo("submit job.sh");
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void shouldHandOverWhereNobodyListens(Client client) throws Exception {
    clients.close();

    Outcome outcome = clients.runRaw(client, "", List.of("job.sh"));

    assertThat(outcome.handedOver()).isEqualTo("submit job.sh");
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void shouldHandOverWhatStandsInVariablesAndWhatIsNoText(Client client) throws Exception {
    for (String variable :
        List.of("SBATCH_TIMELIMIT=1", "SLURM_HOSTFILE=f", "BYTE=$(printf '\\377')")) {
      clients.before("export " + variable);

      Outcome outcome = clients.run(client, TAKEN, List.of("job.sh"));

      assertThat(outcome.handedOver()).as(variable).isEqualTo("submit job.sh");
      assertThat(outcome.asked()).isNull();
    }
  }

  @Test
  void shouldSayWhatItIsForWhenStartedWithoutWords() throws Exception {
    assumeTrue(Files.exists(program), "there is no C compiler");
    Process process = new ProcessBuilder(program.toString()).start();

    assertThat(new String(process.getErrorStream().readAllBytes()))
        .startsWith("Expected HOME CALLED-AS submit ARGUMENT");
    assertThat(process.waitFor()).isEqualTo(2);
  }
}

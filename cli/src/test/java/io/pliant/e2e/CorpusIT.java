package io.pliant.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Pliant says of the scripts of {@code examples/corpus}, beside what real Slurm 22.05.8 says
 * ({@code expected.tsv}, whose second column against-slurm.sh made).
 */
final class CorpusIT {
  private static final Path CORPUS = PliantCommand.root().resolve("examples/corpus");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void shouldSayOfEachScriptWhatTheTableSays(@TempDir Path folder) throws IOException {
    Map<String, String> expected = new TreeMap<>();
    for (String line : Files.readAllLines(CORPUS.resolve("expected.tsv"))) {
      if (!line.startsWith("#")) {
        String[] columns = line.split("\t", -1);
        expected.put(columns[0], columns[2]);
      }
    }
    PliantCommand pliant = PliantCommand.of(PliantCommand.root(), folder.resolve("c"), folder);
    List<String> size =
        List.of(
            "--controllers=1",
            "--nodes=0",
            "--emulate=8",
            "--cpus-per-node=64",
            "--memory-per-node=256000",
            "--set=node.devices=[gpu:a100:8,lscratch:1000]",
            "--set=node.tmp=200000",
            "--set=node.sockets=2",
            "--set=node.cores-per-socket=16",
            "--set=node.threads-per-core=2",
            "--set=node.features=[a100,v100,skylake,haswell,ib,ssd,rack1]");
    pliant.run(PliantCommand.UP, "up", size).expectSuccess();
    try {
      assertThat(verdicts(pliant, List.copyOf(expected.keySet()))).isEqualTo(expected);
      shouldKnowTheTopologyOfItsNodes(pliant);
    } finally {
      pliant.run("down").expectSuccess();
    }
  }

  /** Nodes of 64 cpus in 2 sockets of 16 cores of 2 threads. */
  private static void shouldKnowTheTopologyOfItsNodes(PliantCommand pliant) {
    assertThat(pliant.run("sinfo", "-h", "-o", "%X %Y %Z %z").expectSuccess())
        .isEqualTo("2 16 2 2:16:2");
    assertThat(
            pliant
                .plain("scontrol", "--dir=" + pliant.clusterFolder(), "-o", "show", "node", "n001")
                .expectSuccess())
        .contains(" CoresPerSocket=16 ", " Sockets=2 ", " ThreadsPerCore=2 ");
    assertThat(pliant.run("nodes", "--json").expectSuccess()).containsPattern("\"sockets\" ?: ?2");
    String[] job = {"-H", "-B", "2:16:2", "-n1", "--parsable", "--wrap=true"};
    String id = pliant.run("submit", job).expectSuccess();
    assertThat(
            pliant
                .plain("scontrol", "--dir=" + pliant.clusterFolder(), "-o", "show", "job", id)
                .expectSuccess())
        .contains("ReqB:S:C:T=0:0:16:2", "Socks/Node=2");
    PliantCommand.Result refused =
        pliant.run("submit", "--sockets-per-node=3", "-n1", "--wrap=true");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).contains("--sockets-per-node=3 instead of at most 2");
  }

  private static Map<String, String> verdicts(PliantCommand pliant, List<String> scripts)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("--json", "--check", "-p", "main"));
    scripts.forEach(script -> words.add(CORPUS.resolve(script).toString()));
    PliantCommand.Result result = pliant.run(Duration.ofMinutes(5), "submit", words);
    Map<String, String> verdicts = new TreeMap<>();
    for (JsonNode check : JSON.readTree(result.out())) {
      String script = String.valueOf(Path.of(check.path("file").asText()).getFileName());
      verdicts.put(script, verdict(check));
    }
    return verdicts;
  }

  private static String verdict(JsonNode check) {
    if (!check.path("taken").asBoolean()) {
      return "refused";
    }
    JsonNode want = check.path("resources");
    JsonNode limit = check.path("timeLimitSeconds");
    return "nodes=%d tasks=%d cpus=%d minutes=%s"
        .formatted(
            want.path("minNodes").asInt(),
            want.path("tasks").asInt(),
            want.path("cpusPerTask").asInt(),
            limit.isNull() ? "60" : Long.toString((limit.asLong() + 59) / 60));
  }
}

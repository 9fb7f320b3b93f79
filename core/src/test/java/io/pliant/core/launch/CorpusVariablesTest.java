package io.pliant.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What the scripts of {@code examples/corpus} are told by Pliant, beside what real Slurm 22.05.8
 * tells them ({@code variables.tsv}, which variables.pl made): each difference is listed in {@code
 * differences.tsv}, with its reason, and all that is listed is so.
 */
class CorpusVariablesTest {
  private static final Path CORPUS = Path.of("../examples/corpus");

  /** By "script where", what Slurm says by the name of the variable. */
  private static SortedMap<String, Map<String, String>> slurm() throws IOException {
    SortedMap<String, Map<String, String>> all = new TreeMap<>();
    for (String line : Files.readAllLines(CORPUS.resolve("variables.tsv"))) {
      String[] columns = line.split("\t", -1);
      if (columns.length == 3) {
        Map<String, String> variables = new TreeMap<>();
        Arrays.stream(columns[2].split(" "))
            .filter(word -> !word.isEmpty())
            .forEach(word -> variables.put(word.split("=", 2)[0], word));
        all.put(columns[0] + " " + columns[1], variables);
      }
    }
    Map<String, String> batch = all.remove("* batch");
    Map<String, String> step = all.remove("* step");
    all.forEach((key, variables) -> variables.putAll(key.endsWith(" step") ? step : batch));
    return all;
  }

  /** By variable, "batch" or "step", and "missing", "more" or "value": the scripts. */
  private static SortedMap<String, String> listed() throws IOException {
    SortedMap<String, String> listed = new TreeMap<>();
    for (String line : Files.readAllLines(CORPUS.resolve("differences.tsv"))) {
      String[] columns = line.split("\t", -1);
      if (!line.startsWith("#")) {
        assertThat(columns).as(line).hasSize(5);
        assertThat(columns[4]).as("reason in " + line).isNotBlank();
        listed.put(String.join(" ", columns[0], columns[1], columns[2]), columns[3]);
      }
    }
    return listed;
  }

  @Test
  void shouldTellEachScriptWhatSlurmTellsButForWhatIsListed() throws IOException {
    SortedMap<String, TreeSet<String>> found = new TreeMap<>();
    SortedMap<String, TreeSet<String>> compared = new TreeMap<>();
    for (Map.Entry<String, Map<String, String>> entry : slurm().entrySet()) {
      String script = entry.getKey().split(" ")[0];
      String where = entry.getKey().split(" ")[1];
      Map<String, String> ours = CorpusVariables.of(CORPUS.resolve(script), where.equals("step"));
      if (ours != null) {
        compare(script, where, entry.getValue(), ours, found);
        compared.computeIfAbsent(where, _ -> new TreeSet<>()).add(script);
      }
    }
    SortedMap<String, String> differences = new TreeMap<>();
    found.forEach((key, scripts) -> {
      boolean all = scripts.equals(compared.get(key.split(" ")[1]));
      differences.put(key, all ? "all" : String.join(" ", scripts));
    });

    assertThat(compared.get("batch")).hasSizeGreaterThan(120);
    assertThat(compared.get("step")).hasSizeGreaterThan(80);
    assertThat(differences).isEqualTo(listed());
  }

  private static void compare(
      String script,
      String where,
      Map<String, String> slurm,
      Map<String, String> ours,
      SortedMap<String, TreeSet<String>> found) {
    TreeSet<String> names = new TreeSet<>(slurm.keySet());
    names.addAll(ours.keySet());
    for (String name : names) {
      String said = slurm.get(name);
      String says = ours.get(name);
      if (said == null || !said.equals(says)) {
        String kind = said == null ? "more" : says == null ? "missing" : "value";
        String key = String.join(" ", name, where, kind);
        found.computeIfAbsent(key, _ -> new TreeSet<>()).add(script);
      }
    }
  }
}

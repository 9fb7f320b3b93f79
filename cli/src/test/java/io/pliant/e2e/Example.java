package io.pliant.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One script of {@code examples/} with all that {@code expected.tsv} says of it.
 *
 * @param script file name
 * @param arguments words after the script's name
 * @param state final state
 * @param exit exit code as code:signal
 * @param lines what is to be found in its output files
 */
record Example(
    String script, List<String> arguments, String state, String exit, List<ExpectedLine> lines) {
  /**
   * A line that must be found.
   *
   * @param file name in which {@code {id}} stands for the job id
   * @param regex expression for a whole line, {@code {id}} likewise
   */
  record ExpectedLine(String file, String regex) {
    ExpectedLine ofJob(String id) {
      return new ExpectedLine(file.replace("{id}", id), regex.replace("{id}", id));
    }
  }

  static List<Example> all(Path folder) throws IOException {
    Map<String, Example> examples = new LinkedHashMap<>();
    for (String row : Files.readAllLines(folder.resolve("expected.tsv"))) {
      if (!row.startsWith("#") && !row.isBlank()) {
        Example example = parse(row);
        examples.merge(example.script(), example, Example::plus);
      }
    }
    return List.copyOf(examples.values());
  }

  private static Example parse(String row) {
    String[] cells = row.split("\t", -1);
    if (cells.length != 6) {
      throw new IllegalArgumentException("Expected 6 cells, but got " + cells.length + ": " + row);
    }
    List<String> arguments = cells[1].isEmpty() ? List.of() : List.of(cells[1].split(",", -1));
    return new Example(
        cells[0], arguments, cells[2], cells[3], List.of(new ExpectedLine(cells[4], cells[5])));
  }

  private Example plus(Example other) {
    List<ExpectedLine> both = new ArrayList<>(lines);
    both.addAll(other.lines);
    return new Example(script, arguments, state, exit, List.copyOf(both));
  }

  @Override
  public String toString() {
    return script;
  }
}

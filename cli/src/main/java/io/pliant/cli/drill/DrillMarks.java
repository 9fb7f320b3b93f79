package io.pliant.cli.drill;

import io.pliant.cli.drill.history.History.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The file in which each job of a drill writes down when it starts, and some when they end. */
final class DrillMarks {
  static final String STARTED = "started";
  static final String ENDED = "ended";

  private DrillMarks() {}

  static List<Mark> read(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.map(DrillMarks::mark).toList();
    }
  }

  /** Number, restarts, time, key, word. */
  private static Mark mark(String line) {
    String[] words = line.split(" ", -1);
    return new Mark(
        Long.parseLong(words[0]),
        Integer.parseInt(words[1]),
        Double.parseDouble(words[2].replace(',', '.')),
        words[3],
        words[4].equals(ENDED));
  }
}

package io.pliant.cli.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the controllers' logs say of nodes that were lost: on a host that is too busy a node may be
 * silent for too long though no fault of the drill touched it.
 */
final class LostNodes {
  private static final String SAID = "it is down now";
  private static final int MOST_TOLD = 10;

  private LostNodes() {}

  /** Lines of the logs in that folder, by time; the first when there are many. */
  static List<String> of(Path logs) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          lines.filter(line -> line.contains(SAID)).forEach(found::add);
        }
      }
    }
    Collections.sort(found);
    if (found.size() <= MOST_TOLD) {
      return found;
    }
    List<String> first = new ArrayList<>(found.subList(0, MOST_TOLD));
    first.add("... and %d more".formatted(found.size() - MOST_TOLD));
    return first;
  }
}

package io.pliant.cli.drill.resize;

import io.pliant.cli.drill.resize.ResizeClient.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of one sequence.
 *
 * @param seed of what was drawn for it
 * @param start nodes at the start
 * @param drawn resizes that were drawn; the program may end before all are tried
 * @param wrong what is not as it must be; empty when all was right
 */
record SequenceReport(
    long seed,
    Application application,
    int start,
    int drawn,
    List<Change> sizes,
    double seconds,
    List<String> wrong) {
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("seed", seed);
    tree.put("application", application.name());
    tree.put("start", start);
    tree.put("drawn", drawn);
    tree.put("sizes", sizes.stream().map(Change::toString).toList());
    tree.put("seconds", seconds);
    tree.put("wrong", wrong);
    return tree;
  }
}

package io.pliant.cli.drill.resize;

import io.pliant.cli.drill.resize.ResizeClient.Change;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of one fault.
 *
 * @param whom process that was killed
 * @param sizes the job's size history
 * @param status how the job ended
 * @param attempts how often it began
 * @param seconds from the submission to the last look
 * @param wrong what is not as it must be; empty when all was right
 */
record CellReport(
    Cell cell,
    String whom,
    List<Change> sizes,
    String status,
    int attempts,
    double seconds,
    List<String> wrong) {
  Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("fault", cell.name());
    tree.put("late", cell.late());
    tree.put("requeue", cell.requeue());
    tree.put("whom", whom);
    tree.put("sizes", sizes.stream().map(Change::toString).toList());
    tree.put("status", status);
    tree.put("attempts", attempts);
    tree.put("seconds", seconds);
    tree.put("wrong", wrong);
    return tree;
  }
}

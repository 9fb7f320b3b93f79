package io.pliant.cli.drill.lease;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one fault.
 *
 * @param whom who was killed, by name
 * @param wrong what was not as it must be; empty when all was
 */
record LeaseResult(LeaseFault fault, String whom, double seconds, List<String> wrong) {
  LeaseResult {
    wrong = List.copyOf(wrong);
  }

  Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("fault", fault.name());
    tree.put("late", fault.mendedLast());
    tree.put("delay", fault.delay());
    tree.put("nodes", fault.nodes());
    tree.put("killed", whom);
    tree.put("seconds", seconds);
    tree.put("wrong", wrong);
    return tree;
  }
}

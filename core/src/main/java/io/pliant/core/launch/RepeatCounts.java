package io.pliant.core.launch;

import java.util.ArrayList;
import java.util.List;

/** Slurm's short form of one number for each node: {@code 2(x3),1}. */
final class RepeatCounts {

  private RepeatCounts() {}

  static String of(List<Integer> counts) {
    List<String> parts = new ArrayList<>();
    int at = 0;
    while (at < counts.size()) {
      int end = at + 1;
      while (end < counts.size() && counts.get(end).equals(counts.get(at))) {
        end++;
      }
      parts.add(end - at == 1 ? "" + counts.get(at) : counts.get(at) + "(x" + (end - at) + ")");
      at = end;
    }
    return String.join(",", parts);
  }
}

package io.pliant.cli.drill.lease;

import io.pliant.cli.json.Json;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a drill of leases found. */
record LeaseReport(long seed, List<LeaseResult> faults) {
  LeaseReport {
    faults = List.copyOf(faults);
  }

  long wrong() {
    return faults.stream().filter(fault -> !fault.wrong().isEmpty()).count();
  }

  String json() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("seed", seed);
    tree.put("right", wrong() == 0);
    tree.put("faults", faults.stream().map(LeaseResult::tree).toList());
    return Json.writePretty(tree);
  }

  /** For each step how many faults there were and how many of them were right. */
  void print(PrintStream out) {
    out.printf("%n%-42s", "KILLED");
    for (LeaseStep step : LeaseStep.values()) {
      out.printf(" %10s", step);
    }
    out.println();
    for (LeaseParty party : LeaseParty.values()) {
      out.printf("%-42s", party.words());
      for (LeaseStep step : LeaseStep.values()) {
        List<LeaseResult> here =
            faults.stream()
                .filter(f -> f.fault().party() == party && f.fault().step() == step)
                .toList();
        long right = here.stream().filter(f -> f.wrong().isEmpty()).count();
        out.printf(" %10s", here.isEmpty() ? "-" : right + "/" + here.size());
      }
      out.println();
    }
    out.println();
    for (LeaseResult result : faults) {
      result
          .wrong()
          .forEach(what ->
              out.printf("WRONG  %s (%s): %s%n", result.fault().name(), result.whom(), what));
    }
    out.printf("%d faults, %d wrong%n", faults.size(), wrong());
  }
}

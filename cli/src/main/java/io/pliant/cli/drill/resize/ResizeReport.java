package io.pliant.cli.drill.resize;

import io.pliant.cli.drill.resize.ResizeClient.Change;
import io.pliant.cli.json.Json;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Result;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a drill of resizes found. */
record ResizeReport(long seed, List<CellReport> faults, List<SequenceReport> sequences) {
  ResizeReport {
    faults = List.copyOf(faults);
    sequences = List.copyOf(sequences);
  }

  boolean allRight() {
    return faults.stream().allMatch(f -> f.wrong().isEmpty())
        && sequences.stream().allMatch(s -> s.wrong().isEmpty());
  }

  String json() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("seed", seed);
    tree.put("right", allRight());
    tree.put("faults", faults.stream().map(CellReport::tree).toList());
    tree.put("sequences", sequences.stream().map(SequenceReport::tree).toList());
    return Json.writePretty(tree);
  }

  void print(PrintStream out) {
    if (!faults.isEmpty()) {
      printFaults(out);
    }
    if (!sequences.isEmpty()) {
      printSequences(out);
    }
    for (CellReport fault : faults) {
      fault
          .wrong()
          .forEach(
              what -> out.printf("WRONG  %s (%s): %s%n", fault.cell().name(), fault.whom(), what));
    }
    for (SequenceReport sequence : sequences) {
      sequence
          .wrong()
          .forEach(what -> out.printf("WRONG  sequence %d: %s%n", sequence.seed(), what));
    }
    long wrong =
        faults.stream().filter(f -> !f.wrong().isEmpty()).count()
            + sequences.stream().filter(s -> !s.wrong().isEmpty()).count();
    out.printf("%d faults, %d sequences, %d wrong%n", faults.size(), sequences.size(), wrong);
  }

  /** For each step how many faults there were, by who was killed. */
  private void printFaults(PrintStream out) {
    out.printf("%n%-40s", "KILLED");
    for (Step step : Step.values()) {
      out.printf(" %10s", step);
    }
    out.println();
    for (Party party : Party.values()) {
      out.printf("%-40s", party.words());
      for (Step step : Step.values()) {
        List<CellReport> here =
            faults.stream()
                .filter(f -> f.cell().party() == party && f.cell().step() == step)
                .toList();
        long right = here.stream().filter(f -> f.wrong().isEmpty()).count();
        out.printf(" %10s", here.isEmpty() ? "-" : right + "/" + here.size());
      }
      out.println();
    }
    out.println();
  }

  /** How the adaptations ended, by kind. */
  private void printSequences(PrintStream out) {
    Map<Kind, Map<Result, Integer>> counts = new EnumMap<>(Kind.class);
    for (SequenceReport sequence : sequences) {
      for (Change change : sequence.sizes()) {
        counts
            .computeIfAbsent(change.kind(), _ -> new EnumMap<>(Result.class))
            .merge(change.result(), 1, Integer::sum);
      }
    }
    out.printf("%nRESIZES IN %d SEQUENCES%n", sequences.size());
    counts.forEach((kind, results) -> {
      List<String> words = new ArrayList<>();
      results.forEach((result, count) ->
          words.add(count + " " + result.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
      out.printf("%-10s %s%n", kind, String.join(", ", words));
    });
    out.println();
  }
}

package io.pliant.cli.drill;

import io.pliant.cli.drill.history.History;
import io.pliant.cli.drill.history.HistoryCheck;
import io.pliant.cli.drill.history.Violation;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What a drill found.
 *
 * @param acknowledged submissions that were acknowledged
 * @param forgotten of those, how many a restore has forgotten, as it must
 * @param reads how many reads were checked
 * @param violations what may not be
 * @param outages what each fault cost
 */
record DrillReport(
    int acknowledged, int forgotten, int reads, List<Violation> violations, List<Outage> outages) {
  private static final int MOST_TOLD = 50;

  /**
   * The longest silence that began at a fault, in seconds.
   *
   * @param submit between two acknowledgements of submissions
   * @param start between two starts of jobs
   */
  record Outage(DrillFaults.Done done, double submit, double start) {}

  static DrillReport of(History history, List<Double> answers, List<DrillFaults.Done> faults) {
    List<Double> startedAt =
        history.marks().stream().filter(mark -> !mark.ended()).map(History.Mark::at).toList();
    List<Outage> outages = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      double from = faults.get(i).at();
      double to = i + 1 < faults.size() ? faults.get(i + 1).at() : Double.MAX_VALUE;
      outages.add(
          new Outage(
              faults.get(i),
              longestSilence(answers, from, to),
              longestSilence(startedAt, from, to)));
    }
    return new DrillReport(
        answers.size(),
        HistoryCheck.forgotten(history),
        history.reads().size(),
        HistoryCheck.of(history),
        outages);
  }

  /**
   * Longest time without an event between two moments; what came before the first counts from it.
   */
  static double longestSilence(List<Double> times, double from, double to) {
    double last = from;
    double longest = 0;
    for (double time : times.stream().sorted().toList()) {
      if (time > from) {
        longest = Math.max(longest, time - last);
        last = time;
      }
      if (time >= to) {
        break; // the silence that the next fault fell into began before it
      }
    }
    return longest;
  }

  /** The value below which this share of them lies: the nearest rank. */
  static double percentile(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1));
  }

  boolean allRight(int jobs) {
    return acknowledged == jobs && violations.isEmpty();
  }

  void print(PrintStream out) {
    out.println();
    out.printf("%-46s %-10s %12s %12s%n", "FAULT", "WHOM", "SUBMIT(s)", "START(s)");
    for (Outage outage : outages) {
      out.printf(
          "%-46s %-10s %12.2f %12.2f%n",
          outage.done().fault().words(), outage.done().whom(), outage.submit(), outage.start());
    }
    List<Double> submit = outages.stream().map(Outage::submit).toList();
    List<Double> start = outages.stream().map(Outage::start).toList();
    out.printf("%-57s %12.2f %12.2f%n", "p50", percentile(submit, 0.5), percentile(start, 0.5));
    out.printf("%-57s %12.2f %12.2f%n", "p99", percentile(submit, 0.99), percentile(start, 0.99));
    out.println();
    violations.stream().limit(MOST_TOLD).map(Violation::line).forEach(out::println);
    if (violations.size() > MOST_TOLD) {
      out.printf("... and %d more%n", violations.size() - MOST_TOLD);
    }
    out.printf(
        "%d acknowledged jobs, %d lost, %d started twice; %d reads; %d violations%s%n",
        acknowledged,
        count(Violation.Kind.LOST),
        count(Violation.Kind.TWICE),
        reads,
        violations.size(),
        forgotten == 0
            ? ""
            : "; %d jobs were forgotten by a restore, as it must".formatted(forgotten));
  }

  private long count(Violation.Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }
}

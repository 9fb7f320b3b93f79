package io.pliant.cli.drill;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a drill found.
 *
 * @param acknowledged jobs that were acknowledged
 * @param lost numbers of acknowledged jobs that never started
 * @param twice numbers of jobs that started more than once
 * @param outages what each fault cost
 */
record DrillReport(int acknowledged, List<Long> lost, List<Long> twice, List<Outage> outages) {
  /**
   * The longest silence that began at a fault, in seconds.
   *
   * @param submit between two acknowledgements of submissions
   * @param start between two starts of jobs
   */
  record Outage(DrillFaults.Done done, double submit, double start) {}

  static DrillReport of(DrillLoad load, Path marks, List<DrillFaults.Done> faults)
      throws IOException {
    Map<Long, Integer> starts = new TreeMap<>();
    List<Double> startedAt = new ArrayList<>();
    for (String line : Files.readAllLines(marks)) {
      String[] words = line.split(" ", -1);
      starts.merge(Long.parseLong(words[0]), 1, Integer::sum);
      startedAt.add(Double.parseDouble(words[1].replace(',', '.')));
    }
    Collection<Long> jobs = load.acknowledged().values();
    List<Outage> outages = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      double from = faults.get(i).at();
      double to = i + 1 < faults.size() ? faults.get(i + 1).at() : Double.MAX_VALUE;
      outages.add(
          new Outage(
              faults.get(i),
              longestSilence(load.acknowledgedAt(), from, to),
              longestSilence(startedAt, from, to)));
    }
    return new DrillReport(
        jobs.size(),
        jobs.stream().filter(job -> !starts.containsKey(job)).toList(),
        starts.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList(),
        outages);
  }

  /**
   * Longest time without an event between two moments; what came before the first counts from it.
   */
  static double longestSilence(List<Double> times, double from, double to) {
    double last = from;
    double longest = 0;
    for (double time : times.stream().sorted().toList()) {
      if (time > from && time < to) {
        longest = Math.max(longest, time - last);
        last = time;
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
    return acknowledged == jobs && lost.isEmpty() && twice.isEmpty();
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
    out.printf(
        "%d acknowledged jobs, %d lost%s, %d started twice%s%n",
        acknowledged,
        lost.size(),
        lost.isEmpty() ? "" : " " + lost,
        twice.size(),
        twice.isEmpty() ? "" : " " + twice);
  }
}

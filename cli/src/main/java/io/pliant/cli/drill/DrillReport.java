package io.pliant.cli.drill;

import io.pliant.cli.drill.history.History;
import io.pliant.cli.drill.history.HistoryCheck;
import io.pliant.cli.drill.history.Violation;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

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
  private static final String ROW = "%-53s %-10s %12s %12s %12s%n";
  private static final String SHARE = "%-64s %12s %12s %12s%n";

  /**
   * The longest silence of a partition that began at a fault, in seconds.
   *
   * @param submit between two acknowledgements of submissions, of partitions that lost their host;
   *     -1 where none came any more
   * @param start between two starts of jobs, of the same
   * @param spared between two acknowledgements, of the other partitions; -1 where there are none
   */
  record Outage(DrillFaults.Done done, double submit, double start, double spared) {
    boolean metNoLoad() {
      return submit < 0 && spared < 0;
    }
  }

  static DrillReport of(History history, DrillLoad load, List<DrillFaults.Done> faults) {
    List<DrillLoad.At> answers = load.acknowledgedAt();
    List<DrillLoad.At> starts =
        history.marks().stream()
            .filter(mark -> !mark.ended())
            .map(mark -> new DrillLoad.At(load.partition(mark.key()), mark.at()))
            .toList();
    List<Outage> outages = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      DrillFaults.Done done = faults.get(i);
      double to = i + 1 < faults.size() ? faults.get(i + 1).at() : Double.MAX_VALUE;
      outages.add(
          new Outage(
              done,
              longest(answers, done, to, false),
              longest(starts, done, to, false),
              longest(answers, done, to, true)));
    }
    return new DrillReport(
        answers.size(),
        HistoryCheck.forgotten(history),
        history.reads().size(),
        HistoryCheck.of(history),
        outages);
  }

  private static double longest(
      List<DrillLoad.At> all, DrillFaults.Done done, double to, boolean spared) {
    Map<String, List<Double>> times = new TreeMap<>();
    for (DrillLoad.At each : all) {
      if (done.spared().contains(each.partition()) == spared) {
        times.computeIfAbsent(each.partition(), _ -> new ArrayList<>()).add(each.time());
      }
    }
    return times.values().stream()
        .mapToDouble(of -> longestSilence(of, done.at(), to))
        .max()
        .orElse(-1);
  }

  /**
   * Longest time without an event between two moments, each of which ends what went before: a
   * silence that the next fault makes is not of this one. What nothing ends does not count; nothing
   * was to happen any more. -1 when that is all there was.
   */
  static double longestSilence(List<Double> times, double from, double to) {
    double last = from;
    double longest = -1;
    for (double time : times.stream().filter(time -> time > from).sorted().toList()) {
      longest = Math.max(longest, Math.min(time, to) - last);
      if (time >= to) {
        break;
      }
      last = time;
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
    out.printf(ROW, "FAULT", "WHOM", "SUBMIT(s)", "START(s)", "OTHERS(s)");
    for (Outage outage : outages) {
      out.printf(
          ROW,
          outage.done().fault().words(),
          outage.done().whom(),
          seconds(outage.submit()),
          seconds(outage.start()),
          seconds(outage.spared()));
    }
    for (double share : List.of(0.5, 0.99)) {
      out.printf(
          SHARE,
          "p%.0f".formatted(100 * share),
          seconds(percentile(Outage::submit, share)),
          seconds(percentile(Outage::start, share)),
          seconds(percentile(Outage::spared, share)));
    }
    out.println(
        "SUBMIT and START: longest silence of a partition whose controller was hit; OTHERS: of the rest.");
    long idle = outages.stream().filter(Outage::metNoLoad).count();
    if (idle > 0) {
      out.printf(
          "%d faults were made when no job was submitted any more: give more --jobs, or a lower --rate.%n",
          idle);
    }
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

  private double percentile(ToDoubleFunction<Outage> figure, double share) {
    List<Double> known =
        outages.stream().mapToDouble(figure).filter(each -> each >= 0).boxed().toList();
    return known.isEmpty() ? -1 : percentile(known, share);
  }

  private static String seconds(double value) {
    return value < 0 ? "-" : "%.2f".formatted(value);
  }

  /** Violations of a kind. */
  long count(Violation.Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }
}

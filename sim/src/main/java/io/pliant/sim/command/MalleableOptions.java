package io.pliant.sim.command;

import io.pliant.core.size.ResizeCost;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Which jobs are malleable, and what a resize costs. */
final class MalleableOptions {
  @Option(
      names = "--malleable",
      paramLabel = "PERCENT",
      split = ",",
      defaultValue = "0,20,40,60,80,100",
      description = "Shares of malleable jobs. Default: ${DEFAULT-VALUE}.")
  private List<Double> percents = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,3,4,5",
      description = "Seeds of order and choices. Default: ${DEFAULT-VALUE}.")
  private List<Long> seeds = List.of();

  @Option(
      names = "--constrained",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description = "Share of a log's malleable jobs with a size constraint. Default: 0.")
  private double constrained;

  @Option(
      names = "--phases",
      paramLabel = "N",
      defaultValue = "1",
      description = "Phases of a log's malleable jobs, each with its own speed-up. Default: 1.")
  private int phases;

  @Option(
      names = "--resize-base",
      paramLabel = "S",
      defaultValue = "2",
      description = "Seconds that any resize costs. Default: ${DEFAULT-VALUE}.")
  private double base;

  @Option(
      names = "--resize-per-node",
      paramLabel = "S",
      defaultValue = "0.1",
      description = "Seconds for each node that joins or leaves. Default: ${DEFAULT-VALUE}.")
  private double perNode;

  @Option(
      names = "--resize-per-gb",
      paramLabel = "S",
      defaultValue = "0.1",
      description = "Seconds for each gigabyte that a node moves. Default: ${DEFAULT-VALUE}.")
  private double perGigabyte;

  /** Refuses values that make no sense. */
  void check() {
    for (double percent : percents) {
      between("--malleable", percent);
    }
    between("--constrained", constrained);
    if (phases < 1 || phases > 1000) {
      throw SimFailure.misuse(
          "Expected --phases to be between 1 and 1000, but got %d.".formatted(phases));
    }
    if (!(base >= 0 && perNode >= 0 && perGigabyte >= 0 && base + perNode + perGigabyte < 1e6)) {
      throw SimFailure.misuse(
          "Expected costs of a resize of at least 0 and less than a million seconds, but got %s."
              .formatted(costText()));
    }
  }

  /** Refuses options that the ESP mix has no use for. */
  void refuseForEsp() {
    if (constrained != 0 || phases != 1) {
      throw SimFailure.misuse(
          "Expected --constrained and --phases with --trace only: the ESP mix has constraints of its own.");
    }
  }

  List<Double> shares() {
    return percents.stream().map(percent -> percent / 100).toList();
  }

  List<Long> seeds() {
    return seeds;
  }

  double constrained() {
    return constrained / 100;
  }

  int phases() {
    return phases;
  }

  ResizeCost cost() {
    return new ResizeCost(Math.round(base * 1000), Math.round(perNode * 1000), perGigabyte * 1000);
  }

  String costText() {
    return String.format(
        Locale.ROOT, "%.1f s + %.2f s a node + %.2f s a gigabyte", base, perNode, perGigabyte);
  }

  private static void between(String option, double percent) {
    if (!(percent >= 0 && percent <= 100)) {
      throw SimFailure.misuse(
          "Expected %s to be between 0 and 100, but got %s.".formatted(option, percent));
    }
  }
}

package io.pliant.cli.job;

import io.pliant.api.EnergyEntry;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.StepEnergyEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Energy of jobs for people. */
final class EnergyText {
  private EnergyText() {}

  /** Joules with three digits and a fitting unit; {@code -} when nothing is counted. */
  static String joules(@Nullable EnergyEntry energy) {
    return energy == null ? "-" : joules(energy.joules());
  }

  /** Mean watts over all nodes; {@code -} when nothing was measured. */
  static String meanWatts(@Nullable EnergyEntry energy) {
    Double mean = energy == null ? null : energy.meanWatts();
    return mean == null ? "-" : watts(mean);
  }

  /** Most watts over all nodes; {@code -} when nothing was measured. */
  static String peakWatts(@Nullable EnergyEntry energy) {
    return energy == null || energy.meanWatts() == null ? "-" : watts(energy.peakWatts());
  }

  /** What measured it, with {@code ~} before it when a part is estimated. */
  static String methods(@Nullable EnergyEntry energy) {
    return energy == null || energy.methods().isEmpty()
        ? "-"
        : (energy.estimated() ? "~" : "") + String.join(",", energy.methods());
  }

  /** The account of a job: a line in all, and one for each size when there are several. */
  static List<String> lines(JobEnergyEntry account) {
    List<String> lines = new ArrayList<>();
    EnergyEntry total = account.total();
    if (total == null) {
      return lines;
    }
    String so = account.complete() ? "" : " so far";
    lines.add("%-11s %s%s%s".formatted("Energy", sum(total), so, gap(total)));
    if (account.sizes().size() > 1) {
      account.sizes().forEach(size -> lines.add(line(size)));
    }
    return lines;
  }

  /** What a step of a job had. */
  static String ofStep(StepEnergyEntry energy) {
    Double gap = energy.gapSeconds();
    EnergyEntry same =
        new EnergyEntry(
            energy.joules(),
            energy.meanWatts(),
            energy.peakWatts(),
            energy.methods(),
            energy.estimated(),
            energy.measuredSeconds(),
            gap == null ? 0 : gap);
    double part = gap == null ? 0 : gap / (gap + energy.measuredSeconds());
    return sum(same) + (gap == null ? " so far" : part < 0.0005 ? "" : gap(same));
  }

  private static String line(JobEnergyEntry.SizeEntry size) {
    Instant to = size.to();
    return "%-11s %s to %s  %s, %d node(s)%s"
        .formatted(
            "  size " + size.number(),
            Times.local(size.from()),
            to == null ? "now" : Times.local(to),
            sum(size.energy()),
            size.nodes(),
            gap(size.energy()));
  }

  private static String sum(EnergyEntry energy) {
    if (energy.meanWatts() == null) {
      return "not measured";
    }
    return "%s, mean %s W, peak %s W, %s by %s"
        .formatted(
            joules(energy),
            meanWatts(energy),
            peakWatts(energy),
            energy.estimated() ? "estimated" : "measured",
            String.join(" and ", energy.methods()));
  }

  private static String gap(EnergyEntry energy) {
    double gap = energy.gapSeconds();
    double all = gap + energy.measuredSeconds();
    return gap < 0.001
        ? ""
        : String.format(Locale.ROOT, " (without %.1f %% of its node time)", 100 * gap / all);
  }

  private static String joules(double joules) {
    String[] units = {"J", "kJ", "MJ", "GJ", "TJ"};
    double value = joules;
    int unit = 0;
    while (value >= 999.5 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    int digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + digits + "f %s", value, units[unit]);
  }

  private static String watts(double watts) {
    return Long.toString(Math.round(watts));
  }
}

package io.pliant.cli.job;

import io.pliant.cli.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Energy of jobs for people. */
final class EnergyText {
  private EnergyText() {}

  /** Joules with three digits and a fitting unit; {@code -} when nothing is counted. */
  static String joules(Json energy) {
    return energy.isNull() ? "-" : joules(energy.get("joules").decimal());
  }

  /** Mean watts over all nodes; {@code -} when nothing was measured. */
  static String meanWatts(Json energy) {
    return energy.get("meanWatts").isNull() ? "-" : watts(energy.get("meanWatts").decimal());
  }

  /** Most watts over all nodes; {@code -} when nothing was measured. */
  static String peakWatts(Json energy) {
    return energy.get("meanWatts").isNull() ? "-" : watts(energy.get("peakWatts").decimal());
  }

  /** What measured it, with {@code ~} before it when a part is estimated. */
  static String methods(Json energy) {
    List<String> methods = energy.get("methods").list().stream().map(Json::text).toList();
    return methods.isEmpty()
        ? "-"
        : (energy.get("estimated").bool() ? "~" : "") + String.join(",", methods);
  }

  /** The account of a job: a line in all, and one for each size when there are several. */
  static List<String> lines(Json account) {
    List<String> lines = new ArrayList<>();
    Json total = account.get("total");
    if (total.isNull()) {
      return lines;
    }
    List<Json> sizes = account.get("sizes").list();
    String so = account.get("complete").bool() ? "" : " so far";
    lines.add("%-11s %s%s%s".formatted("Energy", sum(total), so, gap(total)));
    if (sizes.size() > 1) {
      sizes.forEach(size -> lines.add(line(size)));
    }
    return lines;
  }

  /** What a step of a job had. */
  static String ofStep(Json energy) {
    Json gap = energy.get("gapSeconds");
    double part =
        gap.isNull()
            ? 0
            : gap.decimal() / (gap.decimal() + energy.get("measuredSeconds").decimal());
    return sum(energy) + (gap.isNull() ? " so far" : part < 0.0005 ? "" : gap(energy));
  }

  private static String line(Json size) {
    return "%-11s %s to %s  %s, %d node(s)%s"
        .formatted(
            "  size " + size.get("number").number(),
            Times.local(size.get("from").instant()),
            size.get("to").isNull() ? "now" : Times.local(size.get("to").instant()),
            sum(size.get("energy")),
            size.get("nodes").number(),
            gap(size.get("energy")));
  }

  private static String sum(Json energy) {
    if (energy.get("meanWatts").isNull()) {
      return "not measured";
    }
    return "%s, mean %s W, peak %s W, %s by %s"
        .formatted(
            joules(energy),
            meanWatts(energy),
            peakWatts(energy),
            energy.get("estimated").bool() ? "estimated" : "measured",
            String.join(" and ", energy.get("methods").list().stream().map(Json::text).toList()));
  }

  private static String gap(Json energy) {
    double gap = energy.get("gapSeconds").decimal();
    double all = gap + energy.get("measuredSeconds").decimal();
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

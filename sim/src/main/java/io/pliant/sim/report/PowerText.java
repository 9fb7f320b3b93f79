package io.pliant.sim.report;

import io.pliant.core.power.Corridor;
import io.pliant.sim.compare.PowerStudy;
import io.pliant.sim.power.PowerTrace;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** A power study as a table, and as lines for a spreadsheet. */
public final class PowerText {
  private PowerText() {}

  /** A Markdown table, a line for each policy. */
  public static String table(PowerStudy study) {
    StringBuilder text =
        new StringBuilder(
            "| policy | violations | s outside | avoidable violations | avoidable s | longest avoidable s | settled after each change, s | most over W | energy MJ | makespan s | resizes |\n|---|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|\n");
    for (PowerStudy.Run run : study.runs()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %.1f | %d | %.1f | %.1f | %s | %.0f | %.2f | %.0f | %d |%n",
              run.policy(),
              run.power().violations().size(),
              run.outside(),
              run.avoidable().size(),
              run.avoidableSeconds(),
              run.longestAvoidable(),
              settled(run),
              run.overshoot(),
              run.power().joules() / 1e6,
              run.outcome().makespan(),
              run.outcome().resizes()));
    }
    return text.toString();
  }

  private static String settled(PowerStudy.Run run) {
    return run.settled().stream()
        .map(s -> s == null ? "never" : String.format(Locale.ROOT, "%.1f", s))
        .collect(Collectors.joining(", "));
  }

  /** Power over time of all policies: a line for each change of it. */
  public static String csv(PowerStudy study) {
    StringBuilder lines = new StringBuilder("policy,seconds,watts,lower,upper,avoidable,jobs\n");
    for (PowerStudy.Run run : study.runs()) {
      for (PowerTrace.Sample sample : run.power().samples()) {
        Corridor bounds = Objects.requireNonNullElse(sample.corridor(), new Corridor(0, 0));
        lines.append(
            String.format(
                Locale.ROOT,
                "%s,%.3f,%.1f,%s,%s,%b,%d%n",
                run.policy(),
                sample.time() / 1e3,
                sample.watts(),
                sample.corridor() == null ? "" : bounds.lower(),
                sample.corridor() == null ? "" : bounds.upper(),
                sample.avoidable(),
                sample.jobs()));
      }
    }
    return lines.toString();
  }
}

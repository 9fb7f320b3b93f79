package io.pliant.sim.report;

import io.pliant.sim.compare.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison as Markdown, which reads well on a terminal too. */
public final class ComparisonText {
  private static final List<Measure> COMPARED =
      List.of(Measure.MAKESPAN, Measure.RESPONSE, Measure.WAIT);
  private static final double ALIKE = 1e-9;

  private ComparisonText() {}

  /** Table of means over the seeds: a row for each share and policy. */
  public static String table(Comparison comparison) {
    StringBuilder text = new StringBuilder("| malleable | policy |");
    for (Measure measure : Measure.values()) {
      text.append(' ').append(measure.title()).append(" |");
    }
    text.append("\n|---:|---|").append("---:|".repeat(Measure.values().length)).append('\n');
    for (double share : comparison.shares()) {
      for (String policy : comparison.policies()) {
        text.append("| %.0f %% | %s |".formatted(share * 100, policy));
        for (Measure measure : Measure.values()) {
          double mean = comparison.mean(share, policy, measure.value());
          text.append(' ').append(measure.text(mean)).append(" |");
        }
        text.append('\n');
      }
    }
    return text.toString();
  }

  /**
   * Says for each share how one policy does against another, in means and pair by pair of seeds.
   */
  public static String duel(Comparison comparison, String ours, List<String> others) {
    StringBuilder text =
        new StringBuilder(
            "| malleable | %s against | makespan | mean response | mean wait | worse pairs |\n|---:|---|---:|---:|---:|---|\n"
                .formatted(ours));
    for (double share : comparison.shares()) {
      for (String other : others) {
        text.append("| %.0f %% | %s |".formatted(share * 100, other));
        List<String> worse = new ArrayList<>();
        for (Measure measure : COMPARED) {
          double mine = comparison.mean(share, ours, measure.value());
          double theirs = comparison.mean(share, other, measure.value());
          text.append(" %+.1f %% |".formatted(100 * (mine / theirs - 1)));
          worse.addAll(worse(comparison, share, measure, List.of(ours, other)));
        }
        text.append(worse.isEmpty() ? " none |\n" : " " + String.join("; ", worse) + " |\n");
      }
    }
    return text.toString();
  }

  private static List<String> worse(
      Comparison comparison, double share, Measure measure, List<String> pair) {
    List<String> worse = new ArrayList<>();
    for (long seed : comparison.seeds()) {
      double mine = comparison.value(share, seed, pair.getFirst(), measure.value());
      double theirs = comparison.value(share, seed, pair.getLast(), measure.value());
      if (mine > theirs * (1 + ALIKE)) {
        worse.add(
            "seed %d %s %+.1f %%"
                .formatted(
                    seed, measure.name().toLowerCase(Locale.ROOT), 100 * (mine / theirs - 1)));
      }
    }
    return worse;
  }
}

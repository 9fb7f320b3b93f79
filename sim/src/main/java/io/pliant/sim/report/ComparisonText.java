package io.pliant.sim.report;

import io.pliant.sim.compare.Comparison;
import io.pliant.sim.elastic.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

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

  /** Table of means over the seeds for each kind of job. */
  public static String kinds(Comparison comparison) {
    StringBuilder text =
        new StringBuilder(
            "| malleable | policy | kind | jobs | mean wait s | mean response s | mean bounded slowdown |\n|---:|---|---|---:|---:|---:|---:|\n");
    for (double share : comparison.shares()) {
      for (String policy : comparison.policies()) {
        SortedMap<String, List<Outcome>> kinds = new TreeMap<>();
        for (Comparison.Run run : comparison.runs()) {
          if (run.share() == share && run.policy().equals(policy)) {
            run.kinds()
                .forEach((kind, outcome) ->
                    kinds.computeIfAbsent(kind, _ -> new ArrayList<>()).add(outcome));
          }
        }
        kinds.forEach((kind, outcomes) ->
            text.append("| %.0f %% | %s | %s |".formatted(share * 100, policy, kind))
                .append(" %.0f |".formatted(mean(outcomes, Outcome::jobs)))
                .append(" %.0f |".formatted(mean(outcomes, Measure.WAIT.value())))
                .append(" %.0f |".formatted(mean(outcomes, Measure.RESPONSE.value())))
                .append(" %.2f |\n".formatted(mean(outcomes, Measure.SLOWDOWN.value()))));
      }
    }
    return text.toString();
  }

  private static double mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    return outcomes.stream().mapToDouble(value).average().orElseThrow();
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

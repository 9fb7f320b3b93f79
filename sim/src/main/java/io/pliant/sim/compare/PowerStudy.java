package io.pliant.sim.compare;

import io.pliant.core.policy.Policies;
import io.pliant.core.power.CorridorTable;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.Outcome;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.power.PowerTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Policies side by side in one power scenario.
 *
 * @param scenario what was simulated
 * @param runs one for each policy
 */
public record PowerStudy(PowerScenario scenario, List<Run> runs) {
  public PowerStudy {
    runs = List.copyOf(runs);
  }

  /**
   * What a policy made of the scenario.
   *
   * @param settled seconds from each change of the bounds until they were kept, in order; null
   *     where they were not before the next change
   */
  public record Run(
      String policy,
      Schedule schedule,
      PowerTrace power,
      Outcome outcome,
      List<@Nullable Double> settled) {

    /**
     * Violations during which some sizes of running and waiting jobs would have kept the bounds.
     */
    public List<PowerTrace.Violation> avoidable() {
      return power.violations().stream().filter(each -> each.avoidable() > 0).toList();
    }

    /** Seconds outside the corridor. */
    public double outside() {
      return power.violations().stream().mapToLong(each -> each.to() - each.from()).sum() / 1e3;
    }

    /** Seconds of these that some sizes would have avoided. */
    public double avoidableSeconds() {
      return power.violations().stream().mapToLong(PowerTrace.Violation::avoidable).sum() / 1e3;
    }

    /** The longest violation that could have been avoided, in avoidable seconds. */
    public double longestAvoidable() {
      return power.violations().stream().mapToLong(PowerTrace.Violation::avoidable).max().orElse(0)
          / 1e3;
    }

    /** Most watts over the upper bound. */
    public double overshoot() {
      return power.violations().stream()
          .mapToDouble(PowerTrace.Violation::worst)
          .filter(worst -> worst > 0)
          .max()
          .orElse(0);
    }
  }

  /** Runs the policies. */
  public static PowerStudy of(PowerScenario scenario, List<String> policies) {
    List<Run> runs = new ArrayList<>();
    for (String policy : policies) {
      ElasticEngine.Metered metered =
          ElasticEngine.run(scenario.workload(), Policies.named(policy), scenario.power());
      List<@Nullable Double> settled = new ArrayList<>();
      for (CorridorTable.Change change : scenario.power().corridor().changes()) {
        Long millis = metered.power().settled(change.at());
        settled.add(millis == null ? null : (Double) (millis / 1e3));
      }
      runs.add(
          new Run(
              policy,
              metered.schedule(),
              metered.power(),
              Outcome.of(scenario.workload(), metered.schedule()),
              Collections.unmodifiableList(settled)));
    }
    return new PowerStudy(scenario, runs);
  }
}

package io.pliant.sim.compare;

import io.pliant.core.policy.Policies;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.Outcome;
import io.pliant.sim.elastic.Schedule;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Every policy on every share of malleable jobs and every seed.
 *
 * @param input what was simulated, in words
 * @param shares of malleable jobs, from 0 to 1
 * @param seeds of the workloads
 * @param policies by name
 * @param runs all of them
 */
public record Comparison(
    String input, List<Double> shares, List<Long> seeds, List<String> policies, List<Run> runs) {

  public Comparison {
    shares = List.copyOf(shares);
    seeds = List.copyOf(seeds);
    policies = List.copyOf(policies);
    runs = List.copyOf(runs);
  }

  /** Makes the workload of a share and a seed. */
  @FunctionalInterface
  public interface Source {
    Workload workload(double share, long seed);
  }

  /**
   * One simulation.
   *
   * @param kinds what the jobs of each kind got, by name
   */
  public record Run(
      double share, long seed, String policy, Outcome outcome, SortedMap<String, Outcome> kinds) {}

  /** One simulation with all that is known of it; not kept, since logs are large. */
  public record Detail(double share, long seed, Workload workload, Schedule schedule) {}

  /** What is asked for. */
  public record Plan(String input, List<Double> shares, List<Long> seeds, List<String> policies) {}

  /** Runs all; tells progress and details while it goes on. */
  public static Comparison run(
      Plan plan, Source source, Consumer<String> progress, Consumer<Detail> details) {
    List<Run> runs = new ArrayList<>();
    int all = plan.shares().size() * plan.seeds().size() * plan.policies().size();
    for (double share : plan.shares()) {
      for (long seed : plan.seeds()) {
        Workload workload = source.workload(share, seed);
        for (String policy : plan.policies()) {
          progress.accept(
              "%d of %d: %s, %.0f %% malleable, seed %d"
                  .formatted(runs.size() + 1, all, policy, share * 100, seed));
          Schedule schedule = ElasticEngine.run(workload, Policies.named(policy));
          runs.add(
              new Run(
                  share,
                  seed,
                  policy,
                  Outcome.of(workload, schedule),
                  Outcome.byKind(workload, schedule)));
          details.accept(new Detail(share, seed, workload, schedule));
        }
      }
    }
    return new Comparison(plan.input(), plan.shares(), plan.seeds(), plan.policies(), runs);
  }

  /** Mean over the seeds. */
  public double mean(double share, String policy, ToDoubleFunction<Outcome> value) {
    return runs.stream()
        .filter(run -> run.share() == share && run.policy().equals(policy))
        .mapToDouble(run -> value.applyAsDouble(run.outcome()))
        .average()
        .orElseThrow();
  }

  /** The value of one simulation. */
  public double value(double share, long seed, String policy, ToDoubleFunction<Outcome> value) {
    return runs.stream()
        .filter(r -> r.share() == share && r.seed() == seed && r.policy().equals(policy))
        .mapToDouble(run -> value.applyAsDouble(run.outcome()))
        .findFirst()
        .orElseThrow();
  }
}

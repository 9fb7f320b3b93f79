package io.pliant.sim.suite;

import io.pliant.core.elastic.Elastic;
import io.pliant.core.elastic.FairnessFloor;
import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import io.pliant.sim.elastic.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A policy in the world that it decides for.
 *
 * @param world "simulated" for counts of nodes, "live" for the ledger of a partition
 * @param name of the policy
 * @param tuning bounds that it promises to keep, or null for none
 * @param runner runs it on a workload
 */
record Subject(
    String world,
    String name,
    Elastic.@Nullable Tuning tuning,
    Function<Workload, Observed> runner) {
  /** Every policy, in both worlds; those for a power corridor have none here. */
  static List<Subject> all() {
    List<Subject> all = new ArrayList<>();
    for (SchedulingPolicy policy : Policies.all()) {
      all.add(simulated(policy.name()));
      all.add(live(policy.name()));
    }
    return all;
  }

  /** Those of {@link #all} with one of these names. */
  static List<Subject> named(String... names) {
    List<String> wanted = List.of(names);
    return all().stream().filter(subject -> wanted.contains(subject.name)).toList();
  }

  private static Subject simulated(String name) {
    return new Subject(
        "simulated",
        name,
        name.equals("elastic") ? Elastic.Tuning.usual() : null,
        work -> SimulatedRun.of(work, () -> Policies.named(name)));
  }

  private static Subject live(String name) {
    return new Subject(
        "live",
        name,
        name.equals("elastic") ? Elastic.Tuning.usual() : null,
        work -> LiveRun.of(work, () -> Policies.named(name)));
  }

  /** {@code elastic} with other bounds, drawn from a seed. */
  static Subject tuned(long seed) {
    Random random = new Random(seed);
    Elastic.Tuning tuning =
        new Elastic.Tuning(
            new FairnessFloor(1 + random.nextInt(12) / 4.0),
            random.nextInt(60) * 1_000L,
            1 + random.nextInt(12),
            random.nextInt(5) / 4.0,
            random.nextInt(6));
    return of(() -> Elastic.with(tuning), tuning);
  }

  /** A policy that is in no registry. */
  static Subject of(Supplier<? extends SchedulingPolicy> policy, Elastic.@Nullable Tuning tuning) {
    return new Subject(
        "simulated", policy.get().name(), tuning, work -> SimulatedRun.of(work, policy));
  }

  Observed run(Workload workload) {
    return runner.apply(workload);
  }

  @Override
  public String toString() {
    return world + " " + name;
  }
}

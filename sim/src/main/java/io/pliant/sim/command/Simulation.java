package io.pliant.sim.command;

import io.pliant.core.plan.SchedulingPolicy;
import io.pliant.core.policy.Policies;
import io.pliant.core.size.ResizeCost;
import io.pliant.sim.elastic.ElasticEngine;
import io.pliant.sim.elastic.MalleableTrace;
import io.pliant.sim.elastic.Workload;
import io.pliant.sim.engine.RigidEngine;
import io.pliant.sim.engine.RigidPolicy;
import io.pliant.sim.trace.Trace;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** A policy on the rigid jobs of a log; start times in seconds, in the trace's order. */
@FunctionalInterface
interface Simulation {
  long[] starts();

  /**
   * The simulation of a policy by its name. Rigid policies run on the exact engine, those for
   * malleable jobs on the elastic one, with what is left of them when no job can change size.
   */
  static Simulation of(String policy, Trace trace) {
    RigidPolicy rigid = RigidPolicy.named(policy);
    if (rigid != null) {
      return () -> RigidEngine.run(trace, rigid);
    }
    SchedulingPolicy elastic = Policies.named(policy);
    Workload workload = new MalleableTrace(0, 0, 1, 1, ResizeCost.NONE).convert(trace);
    return () ->
        Arrays.stream(ElasticEngine.run(workload, elastic).starts())
            .map(start -> start / 1000)
            .toArray();
  }

  /** Throws {@link SimFailure} naming the known policies when there is none of that name. */
  static void check(String policy) {
    Set<String> names = new LinkedHashSet<>();
    for (RigidPolicy known : RigidPolicy.values()) {
      names.add(known.label());
    }
    Policies.all().stream()
        .filter(known -> !known.needsCorridor())
        .map(SchedulingPolicy::name)
        .forEach(names::add);
    if (!names.contains(policy)) {
      throw SimFailure.misuse(
          "Expected --policy to be one of: %s; but got '%s'."
              .formatted(String.join(", ", names), policy));
    }
  }
}

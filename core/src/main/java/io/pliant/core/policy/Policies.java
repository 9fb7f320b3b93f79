package io.pliant.core.policy;

import io.pliant.core.elastic.ElasticPolicies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The scheduling policies by the name that configuration gives them. */
public final class Policies {
  private static final SortedMap<String, SchedulingPolicy> BY_NAME = byName();

  private Policies() {}

  /** Throws IllegalArgumentException naming the known policies when there is none of that name. */
  public static SchedulingPolicy named(String name) {
    SchedulingPolicy policy = BY_NAME.get(name);
    if (policy == null && resizes(name)) {
      return new ResizingPolicy(ElasticPolicies.named(name));
    }
    if (policy == null) {
      throw new IllegalArgumentException(
          "Expected the name of a scheduling policy (%s), but got '%s'.".formatted(names(), name));
    }
    return policy;
  }

  /**
   * A policy that a live partition can run today; throws IllegalArgumentException when there is
   * none of that name, or when it needs a power corridor, which partitions do not have yet.
   */
  public static SchedulingPolicy live(String name) {
    SchedulingPolicy policy = named(name);
    if (ElasticPolicies.needsCorridor(name)) {
      throw new IllegalArgumentException(
          "Expected a policy that needs no power corridor, but got '%s': partitions have no corridor yet, only 'pliant sim power' has."
              .formatted(name));
    }
    return policy;
  }

  /** All policies that keep running jobs as they are, sorted by name. */
  public static List<SchedulingPolicy> all() {
    return new ArrayList<>(BY_NAME.values());
  }

  private static String names() {
    List<String> names = new ArrayList<>(BY_NAME.keySet());
    ElasticPolicies.all().stream()
        .map(policy -> policy.name())
        .filter(name -> resizes(name) && !ElasticPolicies.needsCorridor(name))
        .forEach(names::add);
    return String.join(", ", names);
  }

  /** True when the policy resizes running jobs: its partition is one of whole nodes. */
  public static boolean resizes(String name) {
    return ElasticPolicies.isForResizing(name);
  }

  private static SortedMap<String, SchedulingPolicy> byName() {
    SortedMap<String, SchedulingPolicy> policies = new TreeMap<>();
    for (SchedulingPolicy policy :
        List.of(
            FcfsPolicy.create(),
            EasyPolicy.create(),
            EasyPolicy.shortestFirst(),
            ConservativePolicy.create())) {
      policies.put(policy.name(), policy);
    }
    return Collections.unmodifiableSortedMap(policies);
  }
}

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
   * True when the policy is of use only in a partition that knows the watts of its nodes, because
   * all that it does is to keep a power corridor.
   */
  public static boolean needsCorridor(String name) {
    return ElasticPolicies.needsCorridor(name);
  }

  /** True when the policy keeps the bounds of a power corridor where the watts are known. */
  public static boolean keepsCorridor(String name) {
    return ElasticPolicies.keepsCorridor(name);
  }

  /** All policies that keep running jobs as they are, sorted by name. */
  public static List<SchedulingPolicy> all() {
    return new ArrayList<>(BY_NAME.values());
  }

  private static String names() {
    List<String> names = new ArrayList<>(BY_NAME.keySet());
    ElasticPolicies.all().stream()
        .map(policy -> policy.name())
        .filter(Policies::resizes)
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

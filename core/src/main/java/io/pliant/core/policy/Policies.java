package io.pliant.core.policy;

import io.pliant.core.elastic.ResizingPolicies;
import io.pliant.core.plan.SchedulingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The scheduling policies by the name that configuration gives them, live and simulated. */
public final class Policies {
  private static final List<SchedulingPolicy> ALL = registered();

  private Policies() {}

  private static List<SchedulingPolicy> registered() {
    List<SchedulingPolicy> all =
        new ArrayList<>(
            List.<SchedulingPolicy>of(
                FcfsPolicy.create(),
                EasyPolicy.create(),
                EasyPolicy.shortestFirst(),
                ConservativePolicy.create()));
    all.addAll(ResizingPolicies.all());
    return List.copyOf(all);
  }

  /** Throws IllegalArgumentException naming the known policies when there is none of that name. */
  public static SchedulingPolicy named(String name) {
    return ALL.stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "Expected the name of a scheduling policy (%s), but got '%s'."
                    .formatted(names(), name)));
  }

  /** All policies: first those that keep running jobs as they are. */
  public static List<SchedulingPolicy> all() {
    return ALL;
  }

  /** The policies that keep running jobs as they are, on nodes of any kind. */
  public static List<SchedulingPolicy> rigid() {
    return ALL.stream().filter(policy -> !policy.resizes()).toList();
  }

  /** All names, separated by a comma and a space. */
  public static String names() {
    return ALL.stream().map(SchedulingPolicy::name).collect(Collectors.joining(", "));
  }
}

package io.pliant.core.elastic;

import io.pliant.core.rule.EasyRule;
import java.util.ArrayList;
import java.util.List;

/**
 * The policies that decide on pools, by name: those of the registry, and rigid ones to compare
 * with.
 */
final class PoolPolicies {
  private PoolPolicies() {}

  static List<PoolPolicy> all() {
    List<PoolPolicy> all =
        new ArrayList<>(
            List.of(
                new RigidShapes("fcfs", null),
                new RigidShapes("easy", EasyRule.EASY),
                new RigidShapes("easy-sjbf", EasyRule.EASY_SJBF)));
    ResizingPolicies.all().forEach(policy -> all.add((PoolPolicy) policy));
    return all;
  }

  static PoolPolicy named(String name) {
    return all().stream().filter(policy -> policy.name().equals(name)).findFirst().orElseThrow();
  }
}

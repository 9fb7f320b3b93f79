package io.pliant.core.elastic;

import io.pliant.core.rule.EasyRule;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The policies for jobs that change size, and rigid ones to compare with, by name. */
public final class ElasticPolicies {
  private static final List<ElasticPolicy> ALL =
      List.of(
          new RigidShapes("fcfs", null),
          new RigidShapes("easy", EasyRule.EASY),
          new RigidShapes("easy-sjbf", EasyRule.EASY_SJBF),
          ShrinkForHead.favourStarted(),
          new Equipartition(),
          ShrinkForHead.performanceAware(),
          PowerAware.create(),
          PowerAware.runningOnly(),
          Elastic.create());

  private ElasticPolicies() {}

  /** Throws IllegalArgumentException naming the known policies when there is none of that name. */
  public static ElasticPolicy named(String name) {
    return ALL.stream()
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "Expected one of the policies %s, but got '%s'.".formatted(names(), name)));
  }

  /** True when it is the name of a policy that changes the size of running jobs. */
  public static boolean isForResizing(String name) {
    return can(name, ElasticPolicy::resizes);
  }

  /** True when the policy is of use only where power has a corridor. */
  public static boolean needsCorridor(String name) {
    return can(name, ElasticPolicy::needsCorridor);
  }

  /** True when the policy keeps the bounds of a power corridor. */
  public static boolean keepsCorridor(String name) {
    return can(name, ElasticPolicy::keepsCorridor);
  }

  /** True when caps and suspensions may follow the policy's alarm. */
  public static boolean allowsLevers(String name) {
    return can(name, ElasticPolicy::allowsLevers);
  }

  private static boolean can(String name, Predicate<ElasticPolicy> capability) {
    return ALL.stream().anyMatch(policy -> policy.name().equals(name) && capability.test(policy));
  }

  /** All policies, rigid ones first. */
  public static List<ElasticPolicy> all() {
    return ALL;
  }

  /** All names, separated by a comma and a space. */
  public static String names() {
    return ALL.stream().map(ElasticPolicy::name).collect(Collectors.joining(", "));
  }
}

package io.pliant.runtime.controller;

import io.pliant.runtime.settings.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Decides how a controller finds its cluster. A new cluster is founded by one controller alone: the
 * first of the list that can be reached, and only while more than half of the list can be reached,
 * so that two halves of a cut network never found two. Whoever may found still asks all others for
 * a running cluster before.
 */
final class JoinPlan {
  /** How long a controller waits for one that is earlier in the list before it stands in for it. */
  static final Duration STAND_IN = Duration.ofSeconds(5);

  /** How long a minority may see members-to-be that do not join it before it gives itself up. */
  static final Duration ISLAND = Duration.ofSeconds(20);

  private JoinPlan() {}

  /**
   * What a controller sees.
   *
   * @param seeds all controllers, in the same order everywhere
   * @param self this one
   * @param reachable those whose port takes connections, with this one
   * @param members those in the same cluster as this one; empty before it has joined
   * @param since how long {@code reachable} and {@code members} have been as they are
   */
  record View(
      List<HostPort> seeds,
      HostPort self,
      Set<HostPort> reachable,
      Set<HostPort> members,
      Duration since) {}

  /** What a controller does next. */
  enum Step {
    /** Nothing: it is a member, or others are to act. */
    WAIT,
    /** Ask the others for a running cluster, join it when there is one. */
    JOIN,
    /** As JOIN, and found a cluster when no other knows of one. */
    JOIN_OR_FOUND,
    /** Leave the cluster and start afresh: the others are in another one. */
    GIVE_UP
  }

  static Step next(View view) {
    if (!view.members().isEmpty()) {
      return island(view) ? Step.GIVE_UP : Step.WAIT;
    }
    boolean majority = view.reachable().size() * 2 > view.seeds().size();
    HostPort first =
        view.seeds().stream().filter(view.reachable()::contains).findFirst().orElse(view.self());
    boolean founds = majority && first.equals(view.self());
    boolean standsIn = !view.seeds().getFirst().equals(view.self());
    if (founds && (!standsIn || view.since().compareTo(STAND_IN) >= 0)) {
      return Step.JOIN_OR_FOUND;
    }
    return Step.JOIN;
  }

  private static boolean island(View view) {
    boolean minority = view.members().size() * 2 <= view.seeds().size();
    boolean others = view.reachable().stream().anyMatch(r -> !view.members().contains(r));
    return minority && others && view.since().compareTo(ISLAND) >= 0;
  }
}

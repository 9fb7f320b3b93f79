package io.pliant.e2e;

import io.pliant.cli.cluster.ClusterRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who is killed at a step of the agreement by which a pack starts in several partitions
 * (docs/architecture.md).
 */
record PackDeath(Moment moment, Victim victim) {
  private static final String TALK = "io.pliant.actors.job.PackTalk";
  private static final String DESK = "io.pliant.actors.partition.PackDesk";
  private static final String ROUND = "io.pliant.core.round.PackRound";
  private static final String NOTICES = "io.pliant.actors.partition.GrantNotices";
  private static final String PACKS = "io.pliant.core.job.Packs";
  private static final String HOLDING = "io.pliant.core.job.JobHolding";
  private static final String COMMAND = "io.pliant.actors.protocol.JobCommand$";
  private static final String EVENT = "io.pliant.core.job.JobEvent$";

  /** The steps in their order; each is the moment before something is done. */
  enum Moment {
    FIRST_QUEUED(TALK, "answered", COMMAND + "EnqueueAnswered", 1),
    LAST_QUEUED(TALK, "answered", COMMAND + "EnqueueAnswered", 2),
    FIRST_SHARE_STANDS(TALK, "stands", "io.pliant.core.pack.PackStand", 1),
    FIRST_PARTITION_TOLD(DESK, "take", "io.pliant.core.pack.PackWord", 1),
    FIRST_ABOUT_TO_HOLD(ROUND, "alone", "io.pliant.core.view.WaitingJob", 1),
    LAST_ABOUT_TO_HOLD(ROUND, "alone", "io.pliant.core.view.WaitingJob", 2),
    FIRST_HELD_AND_NOT_TOLD(NOTICES, "tell", "io.pliant.core.id.JobId", 1),
    LAST_HELD_AND_NOT_TOLD(NOTICES, "tell", "io.pliant.core.id.JobId", 2),
    FIRST_HOLD_HEARD(PACKS, "held", "io.pliant.core.pack.PackTable", 1),
    LAST_HOLD_HEARD(PACKS, "held", "io.pliant.core.pack.PackTable", 2),
    ALL_HELD_AND_NOT_WRITTEN(PACKS, "held", "java.util.List", 1),
    WRITTEN_AND_NOT_LAUNCHED(HOLDING, "of", EVENT + "JobAllocated", 1),
    GIVING_UP(PACKS, "overdue", "io.pliant.core.job.JobIntent$PackOverdue", 1),
    GIVEN_UP_AND_NOT_TOLD(PACKS, "givenUp", EVENT + "PackGivenUp", 1),
    FIRST_LET_GO(TALK, "released", COMMAND + "ReleaseConfirmed", 1),
    LAST_LET_GO(TALK, "released", COMMAND + "ReleaseConfirmed", 2);

    private final StepDebugger.Step step;

    Moment(String type, String method, String argument, int time) {
      step = new StepDebugger.Step(type, method, argument, time);
    }

    StepDebugger.Step step() {
      return step;
    }

    /** It comes only when a pack hears of a hold later than it waits for that. */
    boolean needsALatePartition() {
      return this == GIVING_UP || this == GIVEN_UP_AND_NOT_TOLD;
    }
  }

  /** Whose process is killed. */
  enum Victim {
    THE_CONTROLLER_THAT_DOES_IT,
    ANOTHER_CONTROLLER,
    THE_LAST_CONTROLLER,
    ALL_CONTROLLERS,
    AN_AGENT_OF_THE_FIRST,
    ANOTHER_AGENT_OF_THE_FIRST,
    AN_AGENT_OF_THE_SECOND;

    /** The processes, the one that is at the step last. */
    List<Long> pids(ClusterRecord cluster, long here) {
      List<Long> others =
          new ArrayList<>(cluster.controllers().stream().map(each -> each.pid()).toList());
      others.remove(here);
      return switch (this) {
        case THE_CONTROLLER_THAT_DOES_IT -> List.of(here);
        case ANOTHER_CONTROLLER -> List.of(others.getFirst());
        case THE_LAST_CONTROLLER -> List.of(others.getLast());
        case ALL_CONTROLLERS -> {
          others.add(here);
          yield List.copyOf(others);
        }
        case AN_AGENT_OF_THE_FIRST -> List.of(agent(cluster, "n001"));
        case ANOTHER_AGENT_OF_THE_FIRST -> List.of(agent(cluster, "n003"));
        case AN_AGENT_OF_THE_SECOND -> List.of(agent(cluster, "n005"));
      };
    }

    private static long agent(ClusterRecord cluster, String node) {
      return cluster.nodes().stream()
          .filter(each -> each.names().equals(node))
          .findFirst()
          .orElseThrow()
          .pid();
    }
  }

  @Override
  public String toString() {
    return moment + "-" + victim;
  }

  /**
   * All of them, in an order drawn by lot.
   *
   * @param only the step whose cases these are, or null for all steps
   */
  static List<PackDeath> all(long seed, @Nullable String only) {
    List<PackDeath> all = new ArrayList<>();
    List<Moment> moments = only == null ? List.of(Moment.values()) : List.of(Moment.valueOf(only));
    for (Moment moment : moments) {
      for (Victim victim : Victim.values()) {
        all.add(new PackDeath(moment, victim));
      }
    }
    Collections.shuffle(all, new Random(seed));
    return all;
  }
}

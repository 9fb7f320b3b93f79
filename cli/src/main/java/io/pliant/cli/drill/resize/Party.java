package io.pliant.cli.drill.resize;

import io.pliant.core.adaptation.Kind;

/** Who is killed. */
enum Party {
  /** A task that stays, not the leader. */
  MEMBER("a task that stays"),
  /** The task of rank 0. */
  LEADER("the leader's task"),
  /** A task that joins or leaves. */
  MOVER("a task that comes or goes"),
  /** The agent of a node that stays, not the leader's. */
  AGENT("the agent of a node that stays"),
  /** The agent of a node that comes or goes. */
  MOVING_AGENT("the agent of a node that comes or goes"),
  /** The controller that hosts the partition. */
  PARTITION("the partition's controller"),
  /** The controller that hosts the job. */
  JOB("the job's controller"),
  /** The controller that hosts the dialogue with the program. */
  DIALOGUE("the dialogue's controller");

  private final String words;

  Party(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** True for a process of the program, whose death the program itself has to bear. */
  boolean isTask() {
    return this == MEMBER || this == LEADER || this == MOVER;
  }

  boolean isController() {
    return this == PARTITION || this == JOB || this == DIALOGUE;
  }

  /** Whether there is one at that step. */
  boolean isThereAt(Kind kind, Step step) {
    return this != MOVER || !kind.adds() || step != Step.OFFERED;
  }
}

package io.pliant.cli.drill.lease;

import java.util.Locale;

/** Who is killed. */
enum LeaseParty {
  /** The controller that hosts the job's own partition. */
  BORROWER("the borrower's controller"),
  /** The controller that hosts a partition that lends. */
  LENDER("a lender's controller"),
  /** Both; they may be the same. */
  BOTH("the borrower's and a lender's controller"),
  /** All controllers. */
  ALL("all controllers"),
  /** The agent of a lent node. */
  AGENT("the agent of a lent node"),
  /** A task on a lent node. */
  TASK("a task on a lent node"),
  /** The job, by its user. */
  JOB("the job, cancelled");

  private final String words;

  LeaseParty(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether there is one at that step. */
  boolean isThereAt(LeaseStep step) {
    boolean running = step == LeaseStep.RUNNING;
    return switch (this) {
      case TASK -> running;
      case JOB -> step != LeaseStep.RETURNING;
      case BORROWER, LENDER, BOTH, ALL, AGENT -> true;
    };
  }
}

package io.pliant.cli.drill.lease;

import java.util.Locale;

/** A step in the life of a lease at which something dies. */
enum LeaseStep {
  /** Its nodes are asked for, offered and taken: some milliseconds after the submission. */
  COLLECTING,
  /** All are lent, and the job's tasks are being launched. */
  LAUNCHING,
  /** The job runs on them. */
  RUNNING,
  /** The job ends and gives them back: some milliseconds after its tasks were let go. */
  RETURNING,
  /** A running job grows onto lent nodes: some milliseconds after that was ordered. */
  GROWING,
  /** Jobs wait for the nodes with which one has grown: some milliseconds after they came. */
  GIVING_BACK;

  /** True of a step in the life of a malleable job. */
  boolean ofGrowth() {
    return this == GROWING || this == GIVING_BACK;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

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
  RETURNING;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

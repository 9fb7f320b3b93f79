package io.pliant.core.job;

/** Which processes of a job get a signal that a user sends. */
public enum SignalScope {
  /** The tasks of its steps, as {@code scancel -s} has it. */
  STEPS,
  /** The script alone, as {@code scancel -s --batch} has it. */
  SCRIPT,
  /** The script and the tasks of its steps, as {@code scancel -s --full} has it. */
  ALL;

  /** True when the script, or a step of it, is meant. */
  boolean includes(boolean script) {
    return this == ALL || script == (this == SCRIPT);
  }
}

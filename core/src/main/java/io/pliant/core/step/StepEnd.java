package io.pliant.core.step;

/** Why the tasks of a step on one node are gone. */
public enum StepEnd {
  /** They ended by themselves. */
  EXITED,
  /** The time limit passed and they were ended. */
  TIME_LIMIT,
  /** They were ended because a controller said so (cancel, or the end of the job). */
  TERMINATED,
  /** They could not be started; see the message. */
  LAUNCH_FAILED,
  /** Some of them were ended by the kernel, because the job's memory on the node was used up. */
  OUT_OF_MEMORY,
  /** They could not be started, and the node is to blame; see the message. */
  NODE_FAULT,
  /** Their supervisor vanished without a report (host restart, kill -9 of the supervisor). */
  LOST
}

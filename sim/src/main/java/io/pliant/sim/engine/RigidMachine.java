package io.pliant.sim.engine;

/** A machine with its scheduling rule, driven by the engine. Times are in seconds. */
interface RigidMachine {
  /** Time goes on to {@code now}; starts that fall due at or before it are recorded. */
  void advance(long now);

  /** A job is submitted now, and a round is held. */
  void submitted(int job);

  /** A running job ends now, and a round is held. */
  void ended(int job);

  /**
   * When the machine is next to be woken although nothing happens; the largest number for never.
   */
  long wake();

  /** Number of jobs started so far. */
  int startedCount();

  /** The {@code index}th job that was started. */
  int started(int index);

  /** Start time of a started job. */
  long start(int job);
}

package io.pliant.imp;

/** How an adaptation ended, the same at all its tasks. */
public enum Outcome {
  /** The new group is the world. */
  COMMITTED,
  /**
   * The window was open, but the adaptation did not come through: the old group stays the world.
   */
  ABORTED,
  /** Taken back before the window opened: nothing has changed. */
  WITHDRAWN,
  /** Its deadline came before the window opened: nothing has changed. */
  EXPIRED
}

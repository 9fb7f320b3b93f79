package io.pliant.core.adaptation;

/** How far an adaptation is; see docs/protocol/adapt.md. */
public enum Stage {
  /** The program is asked. */
  OFFERED,
  /** Tasks are started on the new nodes. */
  PREPARING,
  /** All tasks are told; they come to the window. Last stage in which it can be taken back. */
  ARMED,
  /** All stand in the window and move their data. */
  ADAPTING
}

package io.pliant.imp;

/** What a task is in the life of its job's group. */
public enum LocalStatus {
  /** Started with the job or an attempt of it. */
  INITIAL,
  /** Started by an expansion: no member before its first commit. */
  JOINING,
  /** A member that stays one through an adaptation. */
  STAYING,
  /** A member that an adaptation takes away: after the commit it should close and end. */
  LEAVING
}

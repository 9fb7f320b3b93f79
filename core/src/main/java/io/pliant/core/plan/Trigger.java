package io.pliant.core.plan;

/** Why a scheduling round is held now. Triggers that arrive during a round are merged into one. */
public enum Trigger {
  JOB_SUBMITTED,
  JOB_ENDED,
  NODE_CHANGED,
  JOB_CHANGED,
  POWER_CHANGED,
  PERIODIC
}

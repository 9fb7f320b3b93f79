package io.pliant.core.spec;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a user wants to be told of by mail; Slurm's names, in the order in which it lists them.
 * {@code STAGE_OUT} tells of what no job here has; with {@code ARRAY_TASKS} the other types tell of
 * each element of an array, too.
 */
public enum MailType {
  ARRAY_TASKS,
  INVALID_DEPEND,
  BEGIN,
  END,
  FAIL,
  REQUEUE,
  STAGE_OUT,
  TIME_LIMIT_50,
  TIME_LIMIT_80,
  TIME_LIMIT_90,
  TIME_LIMIT;

  /** What {@code ALL} stands for: neither the parts of the limit nor tasks of arrays. */
  static Set<MailType> all() {
    return EnumSet.of(INVALID_DEPEND, BEGIN, END, FAIL, REQUEUE, STAGE_OUT);
  }

  /** Part of the time limit of which it tells, in percent; 0 for one that tells of none. */
  public int percent() {
    return switch (this) {
      case TIME_LIMIT_50 -> 50;
      case TIME_LIMIT_80 -> 80;
      case TIME_LIMIT_90 -> 90;
      case ARRAY_TASKS, INVALID_DEPEND, BEGIN, END, FAIL, REQUEUE, STAGE_OUT, TIME_LIMIT -> 0;
    };
  }
}

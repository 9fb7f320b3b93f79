package io.pliant.runtime.node.folder;

import io.pliant.core.id.StepId;

/**
 * A set of step ids in some 16 to 32 bytes each, because an agent that emulates hundreds of nodes
 * has hundreds of these. Nothing is ever removed from it.
 */
public final class StepKeys {
  private static final int STEP_BITS = 17;
  private static final int ATTEMPT_BITS = 12;
  private static final long JOB_LIMIT = 1L << (63 - STEP_BITS - ATTEMPT_BITS);

  private long[] table = new long[16];
  private int size;

  int size() {
    return size;
  }

  /** True for ids that can be kept here: job below 2^34, attempt below 4096, step below 131071. */
  public static boolean fits(StepId step) {
    return step.job().value() < JOB_LIMIT
        && step.attempt() < 1 << ATTEMPT_BITS
        && step.step() + 1 < 1 << STEP_BITS;
  }

  boolean contains(StepId step) {
    return fits(step) && table[slot(table, pack(step))] != 0;
  }

  /** Adds an id; returns false when it was there already. */
  boolean add(StepId step) {
    if (!fits(step)) {
      throw new IllegalArgumentException(
          "Expected a job below %d, an attempt below %d and a step below %d, but got %s of attempt %d."
              .formatted(JOB_LIMIT, 1 << ATTEMPT_BITS, (1 << STEP_BITS) - 1, step, step.attempt()));
    }
    if (contains(step)) {
      return false;
    }
    if (2 * (size + 1) > table.length) {
      grow();
    }
    long packed = pack(step);
    table[slot(table, packed)] = packed;
    size++;
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * table.length];
    for (long packed : table) {
      if (packed != 0) {
        larger[slot(larger, packed)] = packed;
      }
    }
    table = larger;
  }

  /** Where the id is, or the free place where it belongs. */
  private static int slot(long[] table, long packed) {
    int mask = table.length - 1;
    int at = (int) ((packed * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (table[at] != 0 && table[at] != packed) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** Never 0, since jobs count from 1. */
  private static long pack(StepId step) {
    return (step.job().value() << (STEP_BITS + ATTEMPT_BITS))
        | ((long) step.attempt() << STEP_BITS)
        | (step.step() + 1);
  }
}

package io.pliant.core.elastic;

import io.pliant.core.power.Corridor;

/**
 * A waiting job that the power corridor keeps from starting.
 *
 * @param job its number
 * @param needs watts that it adds on its least size
 * @param free watts left under the upper bound; below 0 when it is broken
 * @param corridor the bounds that matter: those of now, or announced ones
 * @param why which rule
 */
public record PowerWait(int job, double needs, double free, Corridor corridor, Why why) {
  /** Rules that keep jobs waiting for power. */
  public enum Why {
    /** It would draw more than is left. */
    BUDGET,
    /** It would still run when a lower upper bound comes that it could not be made to keep. */
    ANNOUNCED,
    /** It starts as soon as running jobs have shrunk for it. */
    MAKING_ROOM,
    /** The corridor is broken; no sizes of the running jobs keep it with this job. */
    NO_SIZES
  }
}

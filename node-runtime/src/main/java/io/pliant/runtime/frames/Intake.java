package io.pliant.runtime.frames;

import io.pliant.runtime.bounds.ByteBudget;
import java.time.Duration;

/** What may come in on one connection; it may change while the connection is open. Any thread. */
public final class Intake {
  private volatile Terms terms;

  /**
   * Bounds of the frames to come.
   *
   * @param mostBody largest body, in bytes
   * @param within time for all of a frame that does not come in one piece
   * @param budget what all connections of this kind may hold of frames that are not complete
   */
  public record Terms(int mostBody, Duration within, ByteBudget budget) {}

  public Intake(Terms terms) {
    this.terms = terms;
  }

  /** From the next frame on. */
  public void change(Terms next) {
    terms = next;
  }

  Terms terms() {
    return terms;
  }
}

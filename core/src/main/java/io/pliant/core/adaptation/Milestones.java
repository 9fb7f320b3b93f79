package io.pliant.core.adaptation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When an adaptation came to which step, by the clock of the controller that persisted it.
 *
 * @param begun when it was begun
 * @param agreed when the program had agreed to it, or null when it was not asked, or has not
 * @param armed when all tasks that join stood ready and the others were told to stop, or null
 * @param opened when all tasks stood in the window, or null
 */
public record Milestones(
    Instant begun, @Nullable Instant agreed, @Nullable Instant armed, @Nullable Instant opened) {
  static Milestones begun(Instant at) {
    return new Milestones(at, null, null, null);
  }

  Milestones agreed(Instant at) {
    return new Milestones(begun, at, armed, opened);
  }

  Milestones armed(Instant at) {
    return new Milestones(begun, agreed, at, opened);
  }

  Milestones opened(Instant at) {
    return new Milestones(begun, agreed, armed, at);
  }
}

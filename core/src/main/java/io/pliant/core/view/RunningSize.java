package io.pliant.core.view;

import io.pliant.core.size.SizeRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a policy may know about the size of a malleable job that runs.
 *
 * @param sizes that it can have
 * @param target nodes when nothing changes any more
 * @param changing a resize is on its way, or nodes are being left
 * @param lastChange when the last resize ended, or null
 * @param unmade resizes in a row that did not come through
 * @param resizes resizes so far
 * @param mtct measured time in communication over time in computation at this size, or null
 * @param outlook what is expected of it; null in decision logs from before this was known
 */
public record RunningSize(
    SizeRange sizes,
    int target,
    boolean changing,
    @Nullable Instant lastChange,
    int unmade,
    int resizes,
    @Nullable Double mtct,
    @Nullable Outlook outlook) {
  /** The same with another outlook. */
  public RunningSize with(Outlook other) {
    return new RunningSize(sizes, target, changing, lastChange, unmade, resizes, mtct, other);
  }

  /**
   * The same after that many more resizes in a row that came to nothing, the last one at a time.
   */
  public RunningSize refused(int times, Instant last) {
    Instant change = lastChange == null || last.isAfter(lastChange) ? last : lastChange;
    return new RunningSize(sizes, target, changing, change, unmade + times, resizes, mtct, outlook);
  }
}

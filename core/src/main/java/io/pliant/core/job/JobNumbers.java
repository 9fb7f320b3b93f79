package io.pliant.core.job;

import io.pliant.core.id.ClusterEpoch;
import io.pliant.core.id.JobStripes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which job numbers are given out, and in which epoch the cluster is; the fold of {@link
 * JobIdBlockGranted}.
 *
 * @param highest highest number given out or passed over
 * @param epoch see {@link ClusterEpoch}; 0 before the first
 * @param restored word of the newest restore that began an epoch, or null for none
 * @param at when a block was given out last, or null when that is not known
 */
public record JobNumbers(
    long highest, long epoch, @Nullable String restored, @Nullable Instant at) {
  /** Nothing was given out yet. */
  public static final JobNumbers NONE = new JobNumbers(0, 0, null, null);

  /**
   * The next {@code size} numbers that a group of the journal may give out.
   *
   * @param stripes which numbers are whose
   * @param group number of the group
   */
  public JobIdBlockGranted next(int size, JobStripes stripes, int group, Instant now) {
    int count = Math.max(1, size);
    long first = stripes.next(group, highest + 1, count);
    return new JobIdBlockGranted(first, first + count - 1, now, null, null);
  }

  /**
   * What begins an epoch, if one is due: the first of a journal, or one for a restore that it does
   * not know of. A restored journal has forgotten which numbers were given out after the backup, so
   * a block for nobody passes them over.
   *
   * @param mark a word for the restore of which a controller's files tell, or null for none
   * @return null when nothing is due
   */
  public @Nullable JobIdBlockGranted begin(@Nullable String mark, Instant now) {
    boolean unknown = mark != null && !mark.equals(restored);
    if (epoch > 0 && !unknown) {
      return null;
    }
    long last = unknown ? ClusterEpoch.lastPassedOver(highest, at, now) : highest;
    return new JobIdBlockGranted(highest + 1, last, now, ClusterEpoch.after(epoch, now), mark);
  }

  /** The numbers after one more event. */
  public JobNumbers evolve(JobIdBlockGranted event) {
    Long begun = event.epoch();
    return begun == null
        ? new JobNumbers(event.last(), epoch, restored, event.at())
        : new JobNumbers(
            event.last(),
            begun,
            event.restored() == null ? restored : event.restored(),
            event.at());
  }
}

package io.pliant.api;

import io.pliant.core.array.Indices;
import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What a job is of an array: one element, or the array itself with how its elements stand.
 *
 * @param job number of the array
 * @param index of the element; null for the array itself
 * @param waiting of the array: elements that have not started, as in {@code 4-99%5}; null for none
 * @param waitingCount how many these are
 * @param running how many have started and are not over
 * @param ended how many are over
 * @param results how these ended, as in {@code 98 COMPLETED, 2 FAILED}; null for an element
 */
public record ArrayEntry(
    JobId job,
    @Nullable Integer index,
    @Nullable String waiting,
    @Nullable Integer waitingCount,
    @Nullable Integer running,
    @Nullable Integer ended,
    @Nullable String results) {
  /** As Slurm writes it: {@code 12_7}, or {@code 12_[4-99%5]} for what has not started. */
  public String text() {
    if (index != null) {
      return job + "_" + index;
    }
    return waiting == null ? job.toString() : job + "_[" + waiting + "]";
  }

  /** True when it is one of some elements, or some of them have not started. */
  public boolean includes(Indices elements) {
    if (index != null) {
      return elements.placeOf(index) >= 0;
    }
    return waiting != null && !JobArray.parse(waiting).indices().placesOf(elements).isEmpty();
  }

  /** One element. */
  public static ArrayEntry element(JobId array, int index) {
    return new ArrayEntry(array, index, null, null, null, null, null);
  }
}

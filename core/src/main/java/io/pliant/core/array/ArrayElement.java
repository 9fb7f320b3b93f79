package io.pliant.core.array;

import io.pliant.core.id.JobId;

/**
 * What a job is in an array.
 *
 * @param array number of the array
 * @param index its index
 * @param count how many elements the array has
 * @param lowest lowest index of the array
 * @param highest highest index of the array
 * @param step distance of its indices; 1 for a list
 */
public record ArrayElement(JobId array, int index, int count, int lowest, int highest, int step) {
  /** As users know it: {@code 12_7}. */
  public String text() {
    return array + "_" + index;
  }
}

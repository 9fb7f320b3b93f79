package io.pliant.api;

import io.pliant.core.id.JobId;
import io.pliant.core.priority.PriorityFactors;
import org.jspecify.annotations.Nullable;

/**
 * What the place of a waiting job comes from.
 *
 * @param array what it is of an array, or null
 * @param value weighted sum of the factors, less a ten-thousandth of what the job is nice; or what
 *     was given, over ten thousand
 * @param factors each from 0 to 1, whether or not they have a weight
 * @param nice by how much it goes behind others, or null for 0
 * @param given its priority as an operator gave it, whatever its factors, or null
 */
public record PriorityEntry(
    JobId job,
    @Nullable ArrayEntry array,
    String user,
    double value,
    PriorityFactors factors,
    @Nullable Integer nice,
    @Nullable Long given) {
  /** The number as Slurm writes it: {@code 12}, {@code 12_7} or {@code 12_[4-99%5]}. */
  public String shownId() {
    return array == null ? job.toString() : array.text();
  }
}

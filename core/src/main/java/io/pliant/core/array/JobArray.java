package io.pliant.core.array;

import io.pliant.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * One submission of many equal jobs. The array is the job of the lowest number; the element at
 * place {@code k} is the job numbered {@code k + 1} higher, so nobody has to remember which is
 * which.
 *
 * @param indices of the elements
 * @param mostAtOnce how many may run at one time, or null for no bound
 */
public record JobArray(Indices indices, @Nullable Integer mostAtOnce) {
  /** How an array is asked for. */
  public static final String FORMS = Indices.FORMS + ", with %4 behind it for at most 4 at a time";

  public JobArray {
    if (mostAtOnce != null && mostAtOnce < 1) {
      throw new IllegalArgumentException(
          "Expected at least one element at a time, but got " + mostAtOnce + ".");
    }
  }

  /** Reads {@code 0-99%5}. As in Slurm, {@code %0} is no bound. */
  public static JobArray parse(String text) {
    int sign = text.indexOf('%');
    if (sign < 0) {
      return new JobArray(Indices.parse(text), null);
    }
    int most = Indices.parse(text.substring(sign + 1)).lowest();
    if (!Integer.toString(most).equals(text.substring(sign + 1))) {
      throw new IllegalArgumentException("Expected " + FORMS + ", but got '" + text + "'.");
    }
    return new JobArray(Indices.parse(text.substring(0, sign)), most == 0 ? null : (Integer) most);
  }

  /** The same with another bound, or none. */
  public JobArray atMost(@Nullable Integer atOnce) {
    return new JobArray(indices, atOnce);
  }

  /** Job numbers that it takes, with its own. */
  public int numbers() {
    return indices.count() + 1;
  }

  /** The number of an element. */
  public static JobId job(JobId array, int place) {
    return new JobId(array.value() + 1 + place);
  }

  /** The place of a job in an array, or -1 when it is none of its elements. */
  public int placeOf(JobId array, JobId job) {
    long place = job.value() - array.value() - 1;
    return place < 0 || place >= indices.count() ? -1 : (int) place;
  }

  /** One of its elements. */
  public ArrayElement element(JobId array, int place) {
    return new ArrayElement(
        array,
        indices.at(place),
        indices.count(),
        indices.lowest(),
        indices.highest(),
        indices.step());
  }

  /** Elements at some places as Slurm lists them: {@code 4-99%5}. */
  public String text(Places places) {
    return indices.text(places) + (mostAtOnce == null ? "" : "%" + mostAtOnce);
  }

  /** As it was asked for. */
  public String text() {
    return indices.text() + (mostAtOnce == null ? "" : "%" + mostAtOnce);
  }
}

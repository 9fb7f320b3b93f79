package io.pliant.core.id;

/**
 * Which group of the journal keeps a job, by its number: numbers are given out in stripes of ten
 * millions, to the groups in turn. So everybody knows it without asking, for as long as the number
 * of groups is what it was.
 *
 * @param groups how many groups there are, at least 1
 */
public record JobStripes(int groups) {
  /** Numbers of a stripe; no array has more elements. */
  public static final long LENGTH = 10_000_000;

  /** Where there is one group alone. */
  public static final JobStripes ONE = new JobStripes(1);

  public JobStripes {
    if (groups < 1) {
      throw new IllegalArgumentException("Expected at least one group, but got " + groups + ".");
    }
  }

  /** The group of a job, from 0 on. */
  public int groupOf(JobId job) {
    return groups == 1 ? 0 : (int) ((job.value() - 1) / LENGTH % groups);
  }

  /**
   * The lowest number from {@code from} on that begins {@code size} numbers of the group that
   * follow each other.
   *
   * @param size at most {@link #LENGTH} where there are several groups
   */
  public long next(int group, long from, int size) {
    if (groups == 1) {
      return from;
    }
    if (size > LENGTH) {
      throw new IllegalArgumentException(
          "Expected at most %d numbers together, but got %d.".formatted(LENGTH, size));
    }
    long stripe = (from - 1) / LENGTH;
    boolean fits = stripe % groups == group && (from + size - 2) / LENGTH == stripe;
    if (fits) {
      return from;
    }
    long later = stripe + 1;
    return (later + Math.floorMod(group - later, (long) groups)) * LENGTH + 1;
  }
}

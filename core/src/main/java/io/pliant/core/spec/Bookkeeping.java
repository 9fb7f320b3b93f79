package io.pliant.core.spec;

import org.jspecify.annotations.Nullable;

/**
 * Under which names a site counts a job, and what was asked of its place in the queue.
 *
 * @param account who pays, or null
 * @param qos quality of service asked for, or null
 * @param wckey what the work is for, or null
 * @param nice by how much it goes behind others (below 0: before them), or null for 0
 * @param priority its priority, whatever its factors, or null for theirs; {@link #PER_UNIT} of it
 *     are one of a sum of factors
 */
public record Bookkeeping(
    @Nullable String account,
    @Nullable String qos,
    @Nullable String wckey,
    @Nullable Integer nice,
    @Nullable Long priority) {
  private static final Bookkeeping NONE = new Bookkeeping(null, null, null, null, null);

  /** Longest of these words, in characters. */
  public static final int LONGEST = 255;

  /** Most that a job may go behind others, or before them. */
  public static final int MOST_NICE = 2_147_483_645;

  /** Highest priority that may be given. */
  public static final long HIGHEST = 4_294_967_294L;

  /** Priorities as whole numbers, and nice values, are so many times those of factors. */
  public static final double PER_UNIT = 10_000;

  /** A job that takes the place of any other. */
  public Bookkeeping(@Nullable String account, @Nullable String qos, @Nullable String wckey) {
    this(account, qos, wckey, null, null);
  }

  /** The same; one that asks for nothing where it is null. */
  public static Bookkeeping orNone(@Nullable Bookkeeping names) {
    return names == null ? NONE : names;
  }

  /** This, or null when nothing is asked. */
  public @Nullable Bookkeeping orNull() {
    return equals(NONE) ? null : this;
  }

  /** What a queue is ordered by, or null for nothing: all but the key of the work. */
  public @Nullable Bookkeeping ofQueue() {
    return new Bookkeeping(account, qos, null, nice, priority).orNull();
  }

  /** True when it asks for another place than its factors give it. */
  public boolean asksForPlace() {
    return (nice != null && nice != 0) || priority != null;
  }

  /**
   * The priority of a job.
   *
   * @param factors weighted sum of what speaks for it
   */
  public double priority(double factors) {
    return priority != null
        ? priority / PER_UNIT
        : nice == null ? factors : factors - nice / PER_UNIT;
  }
}

package io.pliant.core.spec;

import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to be different of a job, as he wrote it; what is null stays as it is.
 *
 * @param timeLimit as {@code --time}; with {@code +} or {@code -} before it, so much more or less
 * @param nice as {@code --nice}
 * @param priority as {@code --priority}
 * @param name as {@code --job-name}
 * @param comment as {@code --comment}
 * @param account as {@code --account}
 * @param qos as {@code --qos}
 * @param wckey as {@code --wckey}
 * @param begin as {@code --begin}
 * @param elementsAtOnce of an array: how many elements may run at one time, 0 for no bound
 * @param dependency as {@code --dependency}; empty for none
 */
public record JobUpdate(
    @Nullable String timeLimit,
    @Nullable String nice,
    @Nullable String priority,
    @Nullable String name,
    @Nullable String comment,
    @Nullable String account,
    @Nullable String qos,
    @Nullable String wckey,
    @Nullable String begin,
    @Nullable String elementsAtOnce,
    @Nullable String dependency) {
  /** It goes on to wait for what it waits for. */
  public JobUpdate(
      @Nullable String timeLimit,
      @Nullable String nice,
      @Nullable String priority,
      @Nullable String name,
      @Nullable String comment,
      @Nullable String account,
      @Nullable String qos,
      @Nullable String wckey,
      @Nullable String begin,
      @Nullable String elementsAtOnce) {
    this(
        timeLimit, nice, priority, name, comment, account, qos, wckey, begin, elementsAtOnce, null);
  }

  /** Nothing is to be different. */
  public static final JobUpdate NONE =
      new JobUpdate(null, null, null, null, null, null, null, null, null, null);
}

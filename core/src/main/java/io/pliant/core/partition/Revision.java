package io.pliant.core.partition;

import io.pliant.core.spec.Bookkeeping;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a job stands that was changed after its submission, as far as a partition must know it. It is
 * a state and no difference: a later one makes all earlier ones needless.
 *
 * @param number how many changes there were; a ledger takes none that it knows already
 * @param name job name
 * @param timeLimit wall-clock limit, or null when it was never given or changed
 * @param begin not to be started before, or null
 * @param bookkeeping names and wishes by which the queue is ordered, or null for none
 * @param mostAtOnce of an array: how many elements may run at one time, or null for no bound
 * @param stillSince when its attempt was suspended, or null while it goes on
 * @param stoodMillis how long its attempt stood still before, by which it ends later; null for not
 * @param held of a pack in several partitions, which holds itself: it is held; null of all others
 */
public record Revision(
    int number,
    String name,
    @Nullable Duration timeLimit,
    @Nullable Instant begin,
    @Nullable Bookkeeping bookkeeping,
    @Nullable Integer mostAtOnce,
    @Nullable Instant stillSince,
    @Nullable Long stoodMillis,
    @Nullable Boolean held) {
  /** Of a job that its partition holds and lets go. */
  public Revision(
      int number,
      String name,
      @Nullable Duration timeLimit,
      @Nullable Instant begin,
      @Nullable Bookkeeping bookkeeping,
      @Nullable Integer mostAtOnce,
      @Nullable Instant stillSince,
      @Nullable Long stoodMillis) {
    this(number, name, timeLimit, begin, bookkeeping, mostAtOnce, stillSince, stoodMillis, null);
  }

  /** Of a job that never stood still, and that its partition holds and lets go. */
  public Revision(
      int number,
      String name,
      @Nullable Duration timeLimit,
      @Nullable Instant begin,
      @Nullable Bookkeeping bookkeeping,
      @Nullable Integer mostAtOnce) {
    this(number, name, timeLimit, begin, bookkeeping, mostAtOnce, null, null, null);
  }

  /** Number of what may never have been changed. */
  static int number(@Nullable Revision revision) {
    return revision == null ? 0 : revision.number;
  }
}

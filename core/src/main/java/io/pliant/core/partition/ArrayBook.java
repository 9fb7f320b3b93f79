package io.pliant.core.partition;

import io.pliant.core.array.JobArray;
import io.pliant.core.array.Places;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.dependency.ElementsStanding;
import io.pliant.core.id.ExitStatus;
import io.pliant.core.id.JobId;
import io.pliant.core.id.JobStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger knows of an array: which elements have not started, which have and are not over,
 * and what became of the others. An element that starts becomes a job of its own, with a grant as
 * any other; it melts into the results when it is over. So an array costs what of it runs.
 *
 * @param whole the array as it waits
 * @param rank its place in the queue; an element that runs again has the place behind it
 * @param pending elements that have never started
 * @param out elements that have, and are not over
 * @param ending those of them that are to be ended
 * @param endedBy who wants that, or null
 * @param failed elements that are over and did not end well; null in snapshots from before they
 *     were kept
 * @param watched true when the array wants to be told of each; null as above
 */
public record ArrayBook(
    QueuedJob whole,
    long rank,
    Places pending,
    Places out,
    ArrayResults results,
    Places ending,
    @Nullable String endedBy,
    @Nullable Places failed,
    @Nullable Boolean watched) {
  /** Nothing has started. */
  static ArrayBook of(QueuedJob whole, long rank) {
    Places all = Places.first(array(whole).indices().count());
    return new ArrayBook(
        whole, rank, all, Places.NONE, ArrayResults.NONE, Places.NONE, null, Places.NONE, null);
  }

  public JobArray array() {
    return array(whole);
  }

  private static JobArray array(QueuedJob whole) {
    return Objects.requireNonNull(whole.array(), () -> "no array: " + whole.job());
  }

  /** How its elements stand, for jobs that wait for them. */
  public ElementsStanding standing() {
    return new ElementsStanding(array().indices(), pending, out, failedPlaces());
  }

  /** Elements that are over and did not end well. */
  public Places failedPlaces() {
    return failed == null ? Places.NONE : failed;
  }

  /** True when the array wants to be told how its elements stand. */
  public boolean isWatched() {
    return Boolean.TRUE.equals(watched);
  }

  /** Elements that may start, as far as other jobs are concerned. */
  Places startable() {
    DependencyStanding waits = whole.dependency();
    Places may = waits == null ? null : waits.may();
    return may == null ? pending : pending.among(may);
  }

  /** The place of a job, or -1 when it is none of this array's. */
  int placeOf(JobId job) {
    return array().placeOf(whole.job(), job);
  }

  /** An element that has never started, or null. */
  @Nullable QueuedJob pending(JobId job) {
    int place = placeOf(job);
    return place >= 0 && pending.contains(place) ? whole.element(place) : null;
  }

  /** The element that starts next, or the array itself when there is none. */
  public JobId next() {
    Places may = startable();
    return may.isEmpty() ? whole.job() : JobArray.job(whole.job(), may.lowest());
  }

  /** Rank of an element: between that of the array and that of the next job. */
  long rankOf(int place) {
    return rank + 1 + place;
  }

  /** True when no element can start or runs. */
  public boolean over() {
    return pending.isEmpty() && out.isEmpty();
  }

  /** How many more may run now. */
  public int room() {
    Integer most = array().mostAtOnce();
    return most == null ? Integer.MAX_VALUE : Math.max(0, most - out.count());
  }

  /** Who wants that a running element ends, or null. */
  public @Nullable String endedBy(JobId job) {
    int place = placeOf(job);
    return place >= 0 && ending.contains(place) ? endedBy : null;
  }

  ArrayBook started(int place) {
    return with(pending.minus(place), out.plus(place), results, ending, failed);
  }

  /** An element is over; one that never started as well as one that did. */
  ArrayBook ended(int place, JobStatus status, @Nullable ExitStatus exit) {
    return pending.contains(place) || out.contains(place)
        ? with(
            pending.minus(place),
            out.minus(place),
            results.plus(status, 1, exit),
            ending.minus(place),
            status == JobStatus.COMPLETED ? failed : failedPlaces().plus(place))
        : this;
  }

  /** Some never start, and some that run are to end. */
  ArrayBook ending(Places never, Places running, String by) {
    ArrayResults now =
        never.isEmpty() ? results : results.plus(JobStatus.CANCELLED, never.count(), null);
    return new ArrayBook(
        whole,
        rank,
        pending.minus(never),
        out,
        now,
        ending.plus(running),
        by,
        failedPlaces().plus(never),
        watched);
  }

  ArrayBook with(QueuedJob now) {
    return new ArrayBook(now, rank, pending, out, results, ending, endedBy, failed, watched);
  }

  /** The same, whose array is told of each element. */
  ArrayBook nowWatched() {
    return new ArrayBook(whole, rank, pending, out, results, ending, endedBy, failed, true);
  }

  private ArrayBook with(
      Places waits, Places runs, ArrayResults ended, Places ends, @Nullable Places notOk) {
    return new ArrayBook(whole, rank, waits, runs, ended, ends, endedBy, notOk, watched);
  }
}

package io.pliant.actors.accounting;

import io.pliant.actors.api.HistoryQuery;
import io.pliant.api.HistoryEntry;
import io.pliant.core.array.JobArray;
import io.pliant.core.id.JobId;
import io.pliant.journal.store.SortedView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A search of accounting as it was at one time, for any thread, once. It walks down the jobs in the
 * order of their submission and leaps over days of which all jobs were over before what is asked
 * for.
 */
final class HistorySearch implements AutoCloseable {
  private static final Comparator<KeptJob> NEWEST_FIRST = KeptJob.OLDEST_FIRST.reversed();
  private static final int BETWEEN_LOOKS_AT_THE_CLOCK = 4_096;

  private final HistoryQuery query;
  private final List<KeptJob> memory;
  private final Map<JobId, Integer> arrays;
  private final Set<JobId> newer;
  private final SortedView view;
  private final TreeMap<Long, Long> lastEnds;
  private final @Nullable HistoryMark before;
  private final HistoryMark.Sieve sieve;
  private final long deadline;
  private long looks;

  /**
   * @param memory jobs that are not in the files as they are now, and that the query asks for
   * @param arrays those of the jobs that are named, with the number of their elements
   * @param newer jobs whose place in the files is not to be looked at
   * @param view closed with the search
   * @param before only jobs that come after it, the newest first; null for all
   * @param longest after so long it is given up
   */
  HistorySearch(
      HistoryQuery query,
      List<KeptJob> memory,
      Map<JobId, Integer> arrays,
      Set<JobId> newer,
      SortedView view,
      TreeMap<Long, Long> lastEnds,
      @Nullable HistoryMark before,
      Duration longest) {
    this.query = query;
    this.memory = memory;
    this.arrays = arrays;
    this.newer = newer;
    this.view = view;
    this.lastEnds = lastEnds;
    this.before = before;
    this.sieve = new HistoryMark.Sieve(query.filter());
    this.deadline = System.nanoTime() + longest.toNanos();
  }

  /**
   * The newest jobs that are asked for, newest first.
   *
   * @throws TimeoutException when it takes too long, with words for who asked
   */
  List<HistoryEntry> run(Instant now) throws TimeoutException {
    List<KeptJob> found = new ArrayList<>(memory);
    if (query.limit() > 0) {
      found.addAll(query.filter().jobs().isEmpty() ? byTime() : byNumber());
    }
    return found.stream()
        .sorted(NEWEST_FIRST)
        .limit(Math.max(0, query.limit()))
        .map(job -> HistoryRows.entry(job, now))
        .toList();
  }

  private List<KeptJob> byTime() throws TimeoutException {
    Set<String> users = query.filter().users();
    byte[] index =
        users.size() == 1 ? HistoryKeys.of(users.iterator().next()) : HistoryKeys.BY_TIME;
    List<KeptJob> found = new ArrayList<>();
    try (SortedView.Walk walk = view.walk(index)) {
      boolean on = walk.downFrom(first(index));
      while (on && found.size() < query.limit()) {
        lookAtTheClock();
        HistoryMark mark = HistoryMark.of(walk.value());
        long day = HistoryKeys.dayOf(mark.submitted());
        if (lastEnds.getOrDefault(day, Long.MAX_VALUE) < sieve.since()) {
          on =
              day > 0
                  && walk.downFrom(
                      HistoryKeys.at(index, day * HistoryKeys.DAY - 1, Long.MAX_VALUE));
          continue;
        }
        if (fits(mark)) {
          read(mark.job(), found);
        }
        on = walk.down();
      }
    }
    return found;
  }

  private byte[] first(byte[] index) {
    HistoryMark bound = before;
    return bound != null && bound.submitted() <= sieve.until()
        ? HistoryKeys.at(index, bound.submitted(), bound.job().value() - 1)
        : HistoryKeys.at(index, sieve.until(), Long.MAX_VALUE);
  }

  /**
   * Jobs that are named, and all elements of those that are arrays. A mark may fit of a job that is
   * not meant, as texts are hashes: then as many more are looked for.
   */
  private List<KeptJob> byNumber() throws TimeoutException {
    int wanted = query.limit();
    while (true) {
      PriorityQueue<HistoryMark> newest = named(wanted);
      List<KeptJob> found = new ArrayList<>();
      for (HistoryMark mark : newest) {
        read(mark.job(), found);
      }
      if (newest.size() < wanted || found.size() >= query.limit()) {
        return found;
      }
      wanted += newest.size() - found.size();
    }
  }

  private PriorityQueue<HistoryMark> named(int wanted) throws TimeoutException {
    PriorityQueue<HistoryMark> newest = new PriorityQueue<>();
    for (JobId job : query.filter().jobs()) {
      byte[] value = isElement(job) ? null : view.get(HistoryKeys.over(job));
      if (value != null) {
        consider(HistoryMark.of(value), newest, wanted);
      }
    }
    for (Map.Entry<JobId, Integer> array : arrays.entrySet()) {
      elements(array.getKey(), array.getValue(), newest, wanted);
    }
    return newest;
  }

  private boolean isElement(JobId job) {
    return arrays.entrySet().stream()
        .anyMatch(array ->
            job.value() >= JobArray.job(array.getKey(), 0).value()
                && job.value() <= JobArray.job(array.getKey(), array.getValue() - 1).value());
  }

  /** They are numbered on from their array. */
  private void elements(JobId array, int count, PriorityQueue<HistoryMark> newest, int wanted)
      throws TimeoutException {
    long last = JobArray.job(array, count - 1).value();
    try (SortedView.Walk walk = view.walk(HistoryKeys.OVER)) {
      for (boolean on = walk.upFrom(HistoryKeys.over(JobArray.job(array, 0)));
          on && HistoryKeys.number(walk.key()) <= last;
          on = walk.up()) {
        lookAtTheClock();
        consider(HistoryMark.of(walk.value()), newest, wanted);
      }
    }
  }

  private void consider(HistoryMark mark, PriorityQueue<HistoryMark> newest, int wanted) {
    if (fits(mark)) {
      newest.add(mark);
      if (newest.size() > wanted) {
        newest.remove();
      }
    }
  }

  private boolean fits(HistoryMark mark) {
    return sieve.lets(mark)
        && !newer.contains(mark.job())
        && (before == null || mark.compareTo(before) < 0);
  }

  private void read(JobId job, List<KeptJob> found) {
    byte[] value = view.get(HistoryKeys.over(job));
    KeptJob kept = value == null ? null : KeptJob.of(value);
    if (kept != null && query.filter().matches(kept.account())) {
      found.add(kept);
    }
  }

  private void lookAtTheClock() throws TimeoutException {
    if (++looks % BETWEEN_LOOKS_AT_THE_CLOCK == 0 && System.nanoTime() > deadline) {
      throw new TimeoutException(
          "Expected to find what is asked for among the finished jobs in time, but looked at %d of them. Ask for one user, for less time (since, until) or for fewer jobs (limit)."
              .formatted(looks));
    }
  }

  @Override
  public void close() {
    view.close();
  }
}
